import { readApiPage, readOpenApi } from '@cytocomm/contract';
import type { Config } from '../config.ts';
import { anonymous } from '../http/access.ts';
import { type Route, type RouteTable, routeTable } from '../http/route.ts';
import { openApiDocument } from './document.ts';
import { docsPage, PAGE_POLICY } from './page.ts';

/** The OpenAPI document and the docs page, for the routes that `routes` gives when one of them is first asked for. */
export function openApiRoutes(
  config: Pick<Config, 'publicUrl'>,
  cookie: string,
  routes: () => readonly Route[],
): RouteTable {
  const table = routeTable();
  // As texts: anybody may ask for them, and writing 100 KB of JSON anew costs more than anything else a visitor can ask for.
  let made: { readonly document: string; readonly page: string } | undefined;
  const make = () => {
    made ??= {
      document: JSON.stringify(openApiDocument(routes(), config.publicUrl, cookie)),
      page: docsPage(routes()),
    };
    return made;
  };
  table.answer(readOpenApi, anonymous, ({ res }) => {
    res.type('json').send(make().document);
  });
  table.answer(readApiPage, anonymous, ({ res }) => {
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.type('html').send(make().page);
  });
  return table;
}
