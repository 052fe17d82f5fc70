import type { Config } from '../config.ts';
import { anonymous } from '../http/access.ts';
import { type RouteTable, routeTable, written } from '../http/route.ts';
import { openApiDocument } from './document.ts';
import { docsPage, PAGE_POLICY } from './page.ts';

/** GET /api/openapi.json and /api/docs, for the tables that `tables` gives when they are first asked for. */
export function openApiRoutes(
  config: Pick<Config, 'publicUrl'>,
  cookie: string,
  tables: () => readonly RouteTable[],
): RouteTable {
  const table = routeTable('docs');
  // As texts: anybody may ask for them, and writing 100 KB of JSON anew costs more than anything else a visitor can ask for.
  let made: { readonly document: string; readonly page: string } | undefined;
  const make = () => {
    made ??= {
      document: JSON.stringify(openApiDocument(tables(), config.publicUrl, cookie)),
      page: docsPage(tables()),
    };
    return made;
  };
  table.get(
    '/api/openapi.json',
    anonymous,
    { summary: 'This API as an OpenAPI 3.1 document', reply: written('application/json') },
    ({ res }) => {
      res.type('json').send(make().document);
    },
  );
  table.get(
    '/api/docs',
    anonymous,
    { summary: 'This API as a page to read', reply: written('text/html') },
    ({ res }) => {
      res.setHeader('Content-Security-Policy', PAGE_POLICY);
      res.type('html').send(make().page);
    },
  );
  return table;
}
