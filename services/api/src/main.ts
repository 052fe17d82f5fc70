import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from './app.ts';
import { ConfigurationError, readConfig } from './config.ts';

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The listener has no port.'));
      else resolve(address);
    });
  });
}

/** Ends after the requests that are under way; idle connections are not waited for. */
function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const api = await createApi(config);
  const portal = createServer(api.app);
  const operators = createServer(api.operatorApp);
  const { port } = await listen(portal, config.port, config.host);
  const { port: operatorPort } = await listen(operators, config.operatorPort, config.operatorHost);
  process.stdout.write(
    `${JSON.stringify({ url: `http://${config.host}:${port}`, operatorUrl: `http://${config.operatorHost}:${operatorPort}` })}\n`,
  );
  const stop = () => {
    const finished = Promise.all([finish(portal), finish(operators)]);
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
  const known =
    error instanceof ConfigurationError || (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');
  process.stderr.write(
    `${known && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
  process.exit();
});
