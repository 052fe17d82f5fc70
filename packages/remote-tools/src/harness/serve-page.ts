import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type Middleware, type NextFunction, type Request, type Response } from 'webpack-dev-server';

/** A page that is being served. */
export interface RunningHarness {
  readonly url: string;
  stop(): Promise<void>;
}

function htmlOf(title: string): string {
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

/**
 * Serves the page of a build at every address, with hot reload; `before` answers first. A `port` of 0 takes a free one.
 * Rejects when the port is taken.
 */
export async function servePage(
  configuration: Configuration,
  title: string,
  port: number,
  before: readonly Middleware[] = [],
): Promise<RunningHarness> {
  const page: Middleware = {
    name: 'harness-page',
    middleware(request: Request, response: Response, next: NextFunction) {
      if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next();
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Cache-Control', 'no-cache');
      response.end(htmlOf(title));
    },
  };
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      // Nothing is far away: packing would cost more than it saves.
      compress: false,
      static: false,
      setupExitSignals: false,
      client: { logging: 'warn' },
      devMiddleware: { index: false },
      setupMiddlewares: (middlewares) => [...before, ...middlewares, page],
    },
    webpack(configuration),
  );
  await server.start();
  const address = server.server?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the dev server has no address');
  return { url: `http://localhost:${address.port}`, stop: () => server.stop() };
}
