import { CannotListen, createListener } from '@cytocomm/listener';
import { createApi } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';

/** Connections at rest are closed after this long: a proxy may be sending on one when the signal comes. */
const IDLE_GRACE_MS = 500;
/** Then what is still under way is cut off; the process ends well before an orchestrator's 30 s are over. */
const DEADLINE_MS = 20_000;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const api = await createApi(config);
  const portal = createListener(api.app);
  const operators = createListener(api.operatorApp);
  const port = await portal.listen(config.port, config.host, 'PORT');
  const operatorPort = await operators.listen(config.operatorPort, config.operatorHost, 'OPERATOR_PORT');
  process.stdout.write(
    `${JSON.stringify({ url: `http://${config.host}:${port}`, operatorUrl: `http://${config.operatorHost}:${operatorPort}` })}\n`,
  );
  const stop = () => {
    const times = { idleGraceMs: IDLE_GRACE_MS, deadlineMs: DEADLINE_MS };
    const finished = Promise.all([portal.drain(times), operators.drain(times)]);
    api.endStreams();
    finished
      .then(() => api.close())
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exitCode = 1;
      });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

run().catch((error: unknown) => {
  const known = error instanceof ConfigurationError || error instanceof CannotListen;
  process.stderr.write(
    `${known && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
  process.exit();
});
