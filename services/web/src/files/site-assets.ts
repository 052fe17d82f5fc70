import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrityOf } from '@cytocomm/composition/node';
import type { RequestHandler } from 'express';
import type { FileServer } from './file-server.ts';
import type { ListedFile } from './stored-file.ts';

const DAY_SECONDS = 86_400;
const FOUND = { 'Cache-Control': `public, max-age=${DAY_SECONDS}` };
const HEADERS = { always: {}, found: () => FOUND };

function listFolder(dir: string): ReadonlyMap<string, ListedFile> {
  const entries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ name }) => {
      const path = join(dir, name);
      const content = readFileSync(path);
      return [`/${name}`, { path, integrity: integrityOf(content), bytes: content.length }];
    }),
  );
}

/** Returns the handler of the files in `dir`, each at its name; other requests go on. */
export function siteAssets(dir: string, server: FileServer): RequestHandler {
  const files = listFolder(dir);
  return (request, response, next) => {
    const file = files.get(request.path);
    if (file) return server.serve(request, response, () => file, HEADERS);
    next();
  };
}
