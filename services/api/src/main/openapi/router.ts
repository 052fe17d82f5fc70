import { readApiPage, readOpenApi } from '@cytocomm/contract';
import { anonymousWithoutDatabase } from '../../platform/calls/access.ts';
import { type Route, type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Config } from '../../platform/settings/config.ts';
import { openApiDocument } from './document.ts';
import { docsPage, PAGE_POLICY } from './page.ts';

/** Returns the calls for OpenAPI document and docs page, which are made of `routes` at the first call. */
export function openApiRoutes(
  config: Pick<Config, 'publicUrl'>,
  cookie: string,
  routes: () => readonly Route[],
): RouteTable {
  const table = routeTable();
  // Cached as text: serialising 100 KB for each visitor would be costly.
  let cached: { readonly document: string; readonly page: string } | undefined;
  const make = () => {
    cached ??= {
      document: JSON.stringify(openApiDocument(routes(), config.publicUrl, cookie)),
      page: docsPage(routes()),
    };
    return cached;
  };
  table.answer(readOpenApi, anonymousWithoutDatabase, ({ res }) => {
    res.type('json').send(make().document);
  });
  table.answer(readApiPage, anonymousWithoutDatabase, ({ res }) => {
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.type('html').send(make().page);
  });
  return table;
}
