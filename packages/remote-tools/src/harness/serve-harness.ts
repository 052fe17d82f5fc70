import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import type { Middleware, NextFunction, Request, Response } from 'webpack-dev-server';
import WebpackDevServer from 'webpack-dev-server';
import { moduleRules } from '../module-rules.ts';
import { readRemoteSource } from '../remote-source.ts';
import { findPackage } from '../shared-scope.ts';
import { baseConfig } from '../webpack-config.ts';
import { backendTokens } from './backend-tokens.ts';

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
async function servePage(
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

/** The name under which the harness page imports the remote it shows. */
const REMOTE_ALIAS = 'remote-in-harness';

const CHUNK_TIMEOUT_MS = 60_000;

/** Without its ending, which is another one where the package is installed. */
const PAGE = join(import.meta.dirname, 'page', 'main');

/** A build of one page with every package it uses in it: no federation, no shell. */
function pageConfig(dir: string, name: string, entry: string, alias: Readonly<Record<string, string>>): Configuration {
  const base = baseConfig(dir, name, 'development', join(dir, 'dist', '.harness'));
  return {
    ...base,
    name,
    entry: { harness: entry },
    resolve: { ...base.resolve, alias },
    module: { rules: moduleRules('development', { name, dir }, true) },
    infrastructureLogging: { level: 'warn' },
    // A module that is added must not shift the ids of those that are in the page already: they are replaced by id.
    optimization: { ...base.optimization, moduleIds: 'named', chunkIds: 'named' },
    // One page at many depths of address; what it loads later waits while a change is built.
    output: { ...base.output, publicPath: '/', chunkLoadTimeout: CHUNK_TIMEOUT_MS },
    // What is wrong is shown by the dev server's own overlay. Forced: where NODE_ENV is production the plugin would stay away,
    // and what the rules have compiled wants it.
    plugins: [...(base.plugins ?? []), new ReactRefreshPlugin({ overlay: false, forceEnable: true })],
  };
}

/** The build of the harness page with one remote in it. */
function harnessConfig(remoteDir: string, name: string): Configuration {
  return pageConfig(remoteDir, name, PAGE, { [REMOTE_ALIAS]: remoteDir });
}

/** The build of the kit's gallery, whose entries stand beside the kit's sources in `dir`. */
function galleryConfig(dir: string): Configuration {
  return pageConfig(dir, 'kit', join(dir, 'src', 'gallery', 'main.tsx'), {});
}

/** Finds what the fake portal is made with, in the version that it is made with. */
const requireOfTestKit = createRequire(
  join(findPackage(import.meta.dirname, '@cytocomm/test-kit') ?? import.meta.dirname, 'package.json'),
);

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
 * Serves the remote in `dir` alone: its pages, sections and overlays in a plain page with a role switch, on made-up answers, with
 * hot reload. A `port` of 0 takes a free one. Throws when the remote's folder or configuration is not as it should be.
 */
export async function serveHarness(dir: string, port: number): Promise<RunningHarness> {
  const { config } = await readRemoteSource(dir);
  return servePage(harnessConfig(dir, config.name), config.name, port, [mockWorker, ...backendTokens()]);
}

/** Serves the gallery of the kit whose folder is `dir`: every component in its states, with hot reload. A `port` of 0 takes a free one. */
export function serveGallery(dir: string, port: number): Promise<RunningHarness> {
  return servePage(galleryConfig(dir), 'kit', port);
}
