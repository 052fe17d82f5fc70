import { CannotListen, ConfigurationError, runService } from '@cytocomm/runtime';
import { readConfig } from '../platform/settings/config.ts';
import { createApi } from './app.ts';

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
