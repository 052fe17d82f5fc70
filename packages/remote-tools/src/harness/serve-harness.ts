import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer, { type Middleware, type NextFunction, type Request, type Response } from 'webpack-dev-server';
import { readRemoteSource } from '../remote-source.ts';
import { ROOT } from '../root.ts';
import { harnessConfig } from './harness-config.ts';

/** Finds what the fake portal is made with, in the version that it is made with. */
const requireOfTestKit = createRequire(join(ROOT, 'packages', 'test-kit', 'package.json'));

/** A harness that is being served. */
export interface RunningHarness {
  readonly url: string;
  stop(): Promise<void>;
}

function pageFor(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · stand-alone</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/harness.css">
<script defer src="/harness.js"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
}

/** The service worker that answers the API's calls, straight from the installed package. */
const mockWorker: Middleware = {
  name: 'mock-service-worker',
  path: '/mockServiceWorker.js',
  async middleware(_request: Request, response: Response) {
    const script = await readFile(requireOfTestKit.resolve('msw/mockServiceWorker.js'));
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.setHeader('Cache-Control', 'no-cache');
    response.end(script);
  },
};

/**
 * Serves one remote alone: its pages, sections and overlays in a plain page with a role switch, on made-up answers, with
 * hot reload. A `port` of 0 takes a free one. Throws when the remote's folder or configuration is not as it should be.
 */
export async function serveHarness(name: string, port: number): Promise<RunningHarness> {
  const dir = join(ROOT, name);
  const { config } = await readRemoteSource(dir);
  const page: Middleware = {
    name: 'harness-page',
    middleware(request: Request, response: Response, next: NextFunction) {
      if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Cache-Control', 'no-cache');
      response.end(pageFor(config.name));
    },
  };
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      static: false,
      setupExitSignals: false,
      client: { logging: 'warn' },
      devMiddleware: { index: false },
      setupMiddlewares: (middlewares) => [mockWorker, ...middlewares, page],
    },
    webpack(harnessConfig(dir, config.name)),
  );
  await server.start();
  const address = server.server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the dev server has no address');
  return { url: `http://localhost:${address.port}`, stop: () => server.stop() };
}
