import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Middleware, Request, Response } from 'webpack-dev-server';
import { findPackage } from '../package-folder.ts';
import { readRemoteSource } from '../remote-source.ts';
import { backendTokens } from './backend-tokens.ts';
import { galleryConfig, harnessConfig } from './harness-config.ts';
import { type RunningHarness, servePage } from './serve-page.ts';

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
