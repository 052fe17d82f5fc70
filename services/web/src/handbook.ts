import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { Router } from 'express';

/** Where `npm run docs` builds the handbook; the image has it there. */
const BUILT_HANDBOOK = join(import.meta.dirname, '..', 'handbook');
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The handbook is not built here. Build it with "npm run docs" in the checkout, then reload.\n';

/** Returns the handler of `/docs`: the handbook as a site, whose only inline scripts are those that the build lists. */
export function handbook(dir = BUILT_HANDBOOK): Router {
  const router = Router();
  const build = join(dir, 'site.txt');
  router.use((request, response, next) => {
    response.set({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' });
    if (!existsSync(build)) response.status(404).type('text/plain').send(NOT_BUILT);
    else if (request.originalUrl.split('?')[0] === request.baseUrl) response.redirect(308, `${request.baseUrl}/`);
    else {
      const [scripts, tag] = readFileSync(build, 'utf8').split('\n');
      const policy = `default-src 'self'; script-src 'self' ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
      // Files of an image all have one time: what tells builds apart is the tag.
      response.set({ 'Content-Security-Policy': policy, ETag: `"${tag}"` });
      next();
    }
  });
  // Named by their content.
  const setHeaders = (response: ServerResponse) => response.setHeader('Cache-Control', IMMUTABLE);
  router.use('/assets', express.static(join(dir, 'assets'), { lastModified: false, setHeaders }));
  router.use(express.static(dir, { extensions: ['html'], redirect: false, lastModified: false }));
  router.use((_request, response) => {
    response.status(404).sendFile('404.html', { root: dir });
  });
  return router;
}
