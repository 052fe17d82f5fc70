import { CannotListen, ConfigurationError, runService } from '@cytocomm/runtime';
import { createApi } from './app.ts';
import { readConfig } from './config.ts';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const api = await createApi(config);
  await runService(api, config, api.log);
}

run().catch((error: unknown) => {
  const isExpected = error instanceof ConfigurationError || error instanceof CannotListen;
  process.stderr.write(
    `${isExpected && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
  process.exit();
});
