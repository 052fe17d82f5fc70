import { join } from 'node:path';
import { routesOf } from '@cytocomm/composition';
import { type RouteContribution, readDocumentContent, readPicture, readPublicCalendar } from '@cytocomm/contract';
import { fileTypeOf } from '@cytocomm/releases';
import escapeHtml from 'escape-html';
import express, { Router } from 'express';
import type { ApiAnswers } from './api-answers.ts';
import type { LockSource } from './lock-source.ts';

/** The folder of icons, pictures and the web manifest. */
const ASSETS_DIR = join(import.meta.dirname, '..', 'assets');
const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;
/** How many items of a list the sitemap has: one page of the API. */
const MAX_LISTED_ITEMS = 100;

/** The default picture of shared links. */
export const SHARED_PICTURE = {
  path: '/shared.jpg',
  width: 1200,
  height: 630,
  alt: 'Cytocomm: living cells report. A curve rises out of a cell.',
} as const;

/** What the files are made of. */
export interface SiteFilesDependencies {
  /** The portal's origin, from the settings, never from a request. */
  readonly origin: string;
  readonly locks: LockSource;
  readonly answers: ApiAnswers;
}

/** The addresses that people hand on, or put into programs that obey robots.txt. */
const HANDED_OUT = [readPublicCalendar, readDocumentContent, readPicture].map(({ path }) => path.replace(/:\w+/g, '*'));

interface Place {
  readonly address: string;
  readonly changed?: string;
}

function itemsOf(list: unknown): { id: string; date: string }[] {
  if (typeof list !== 'object' || list === null || !('items' in list) || !Array.isArray(list.items)) return [];
  return list.items.flatMap((item: unknown) => {
    const { id, date }: { id?: unknown; date?: unknown } = typeof item === 'object' ? { ...item } : {};
    return typeof id === 'string' && typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? [{ id, date }] : [];
  });
}

async function placesOf({ path, data }: RouteContribution, answers: ApiAnswers, requestId: string): Promise<Place[]> {
  if (!data?.item) return [{ address: path }];
  const [address = '', query] = data.list.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(MAX_LISTED_ITEMS));
  const answer = await answers.ask(`${address}?${parameters}`, requestId);
  const items = itemsOf(answer.kind === 'value' ? answer.value : null);
  const { parameter } = data.item;
  const newest = items[0]?.date;
  return [
    { address: path, ...(newest !== undefined && { changed: newest }) },
    ...items.map(({ id, date }) => ({ address: `${path}?${new URLSearchParams({ [parameter]: id })}`, changed: date })),
  ];
}

async function sitemap({ origin, locks, answers }: SiteFilesDependencies, requestId: string): Promise<string> {
  const listed = routesOf(await locks.current())
    .map(({ route }) => route)
    .filter((route) => route.public && !route.unlisted);
  const places = (await Promise.all(listed.map((route) => placesOf(route, answers, requestId)))).flat();
  const entries = places.map(({ address, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${new Date(changed).toISOString()}</lastmod>`;
    return `<url><loc>${escapeHtml(origin + address)}</loc>${lastmod}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

async function robots({ origin, locks }: SiteFilesDependencies): Promise<string> {
  // Public pages' data is allowed, and what is handed out; unlisted pages have their own tag.
  const read = routesOf(await locks.current())
    .map(({ route }) => route)
    .filter((route) => route.public)
    .flatMap(({ data, feed }) => [data?.list.split('?')[0], data?.item?.path, feed])
    .filter((path) => path !== undefined);
  return [
    'User-agent: *',
    ...[...new Set([...read, ...HANDED_OUT])].map((path) => `Allow: ${path}`),
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Returns the handler of icons, web manifest, the picture of shared links, sitemap.xml and robots.txt. */
export function siteFiles(dependencies: SiteFilesDependencies): Router {
  const router = Router();
  router.get('/sitemap.xml', async (request, response) => {
    const xml = await sitemap(dependencies, request.id);
    response.set('Cache-Control', `public, max-age=${MINUTE_SECONDS}`).type('application/xml').send(xml);
  });
  router.get('/robots.txt', async (_request, response) => {
    const text = await robots(dependencies);
    response.set('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('text/plain').send(text);
  });
  router.use(
    express.static(ASSETS_DIR, {
      index: false,
      redirect: false,
      maxAge: 1000 * DAY_SECONDS,
      setHeaders: (response, path) => response.setHeader('Content-Type', fileTypeOf(path) ?? 'text/plain'),
    }),
  );
  return router;
}
