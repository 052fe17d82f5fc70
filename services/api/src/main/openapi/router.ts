import { createHash } from 'node:crypto';
import { COLORS } from '@cytocomm/composition';
import { addressOf, PROBLEMS, readApiPage, readOpenApi } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { anonymousWithoutDatabase } from '../../platform/calls/access.ts';
import { type Route, type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createSchemaBook, openApiDocument, openApiPath, problemsOf } from './document.ts';

const STYLE = `
:root { --ink: ${COLORS.ink}; --paper: ${COLORS.paper}; --mist: ${COLORS.mist}; --slate: ${COLORS.slate}; --teal: ${COLORS.teal}; --line: ${COLORS.line}; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 Inter, system-ui, sans-serif; }
header { background: var(--ink); color: var(--paper); padding: 56px 24px; }
header > *, main { max-width: 960px; margin: 0 auto; }
header a { color: ${COLORS.signal}; }
main { padding: 32px 24px 96px; }
h1 { font-size: 39px; line-height: 1.15; }
h2 { font-size: 25px; line-height: 1.15; margin: 56px 0 16px; text-transform: capitalize; }
article { border-top: 1px solid var(--line); padding: 24px 0; }
h3 { font: 600 16px/1.6 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
h3 b { color: var(--teal); text-transform: uppercase; display: inline-block; min-width: 64px; }
p { margin: 4px 0; max-width: 72ch; }
.who { color: var(--slate); font-size: 14px; }
summary { cursor: pointer; color: var(--teal); font-size: 14px; margin-top: 8px; }
pre { background: var(--mist); border-radius: 10px; padding: 16px; overflow-x: auto; font: 14px/1.5 ui-monospace, monospace; }
code { font: 14px/1.5 ui-monospace, monospace; }
dt { font: 600 14px/1.6 ui-monospace, monospace; margin-top: 8px; }
dd { margin: 0; color: var(--slate); }
:focus-visible { outline: 2px solid var(--teal); outline-offset: 2px; }
`;

/** The Content-Security-Policy of the page: its own style only. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function article(route: Route): string {
  const { spec, access } = route;
  const book = createSchemaBook();
  const parts: [string, unknown][] = [];
  if (spec.params !== undefined) parts.push(['Path', book.of(spec.params, 'input')]);
  if (spec.query !== undefined) parts.push(['Query', book.of(spec.query, 'input')]);
  if (spec.body !== undefined) parts.push(['Body', book.of(spec.body, 'input')]);
  if (spec.form !== undefined) parts.push(['Form', book.of(spec.form, 'input')]);
  if (spec.reply.kind === 'json') parts.push([`Answer ${spec.reply.status}`, book.of(spec.reply.schema, 'output')]);
  if (book.named.size > 0) parts.push(['Schemas named above', Object.fromEntries(book.named)]);
  const details = parts
    .map(
      ([title, schema]) =>
        `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
    )
    .join('\n');
  const refusals = problemsOf(route)
    .map(([code, status]) => `${status} <a href="#problem-${code}"><code>${code}</code></a>`)
    .join(' · ');
  return `<article><h3><b>${spec.call.method.toLowerCase()}</b> ${escapeHtml(openApiPath(spec.call))}</h3>
<p>${escapeHtml(spec.summary)}</p>${spec.description === undefined ? '' : `<p>${escapeHtml(spec.description)}</p>`}
<p class="who">Who: ${escapeHtml(access.says)}. Answers ${spec.reply.status}${refusals === '' ? '' : ` · ${refusals}`}</p>
${details}</article>`;
}

/** Returns the docs page of the routes. */
function docsPage(routes: readonly Route[]): string {
  const tags = [...new Set(routes.map(({ spec }) => spec.tag))];
  const sections = tags.map((tag) => {
    const articles = routes.filter(({ spec }) => spec.tag === tag).map(article);
    return `<section><h2>${escapeHtml(tag)}</h2>${articles.join('\n')}</section>`;
  });
  const problems = Object.entries(PROBLEMS).map(
    ([code, title]) => `<dt id="problem-${code}">${code}</dt><dd>${escapeHtml(title)}</dd>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cytocomm portal API</title><style>${STYLE}</style></head>
<body><header><h1>Cytocomm portal API</h1><p>Made from the schemas that the server checks with. For programs: <a href="${addressOf(readOpenApi)}">openapi.json</a>.</p></header>
<main>${sections.join('\n')}<section><h2>Errors</h2><p>Every error is <code>application/problem+json</code> with one of these codes.</p><dl>${problems.join('\n')}</dl></section></main></body></html>`;
}

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
