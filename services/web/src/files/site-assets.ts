import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { ServeFile } from './serve-file.ts';
import type { ListedFile } from './stored-file.ts';

const DAY_SECONDS = 86_400;
const HEADERS = { 'Cache-Control': `public, max-age=${DAY_SECONDS}` };
/** The name that all browsers know; Express has the registered one. */
const ICON_HEADERS = { ...HEADERS, 'Content-Type': 'image/x-icon' };

function listFolder(dir: string): ReadonlyMap<string, ListedFile> {
  const entries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ name }) => {
      const path = join(dir, name);
      const content = readFileSync(path);
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      return [`/${name}`, { path, integrity, bytes: content.length }];
    }),
  );
}

/** Serves the files that `dir` has now, each at its name; a request for anything else goes on. */
export function siteAssets(dir: string, serve: ServeFile): RequestHandler {
  const files = listFolder(dir);
  return (request, response, next) => {
    const file = files.get(request.path);
    if (file)
      return serve(request, response, {
        find: () => file,
        headers: request.path.endsWith('.ico') ? ICON_HEADERS : HEADERS,
      });
    next();
  };
}
