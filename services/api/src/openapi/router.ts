import type { Config } from '../config.ts';
import { anonymous } from '../http/access.ts';
import { type RouteTable, routeTable, written } from '../http/route.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';
import { docsPage, PAGE_POLICY } from './page.ts';

/** GET /api/openapi.json and /api/docs, for the tables that `tables` gives when they are first asked for. */
export function openApiRoutes(
  config: Pick<Config, 'publicUrl'>,
  cookie: string,
  tables: () => readonly RouteTable[],
): RouteTable {
  const table = routeTable('docs');
  let made: { readonly document: OpenApiDocument; readonly page: string } | undefined;
  const make = () => {
    made ??= { document: openApiDocument(tables(), config.publicUrl, cookie), page: docsPage(tables()) };
    return made;
  };
  table.get(
    '/api/openapi.json',
    anonymous,
    { summary: 'This API as an OpenAPI 3.1 document', reply: written('application/json') },
    ({ res }) => {
      res.json(make().document);
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
