import { LOCK_ELEMENT_ID, ROOT_ELEMENT_ID } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { ASSETS_PATH, type ChunkFiles } from './build.ts';

/** The portal's page is not laid out as the monolith's is derived from it. */
export class DocumentUnexpected extends Error {
  override readonly name = 'DocumentUnexpected';
}

/** What a document of the monolith is made of. */
export interface DocumentParts {
  /** The same page as the portal sends it. */
  readonly portalHtml: string;
  readonly lock: Lock;
  readonly main: ChunkFiles;
  readonly page: ChunkFiles;
  /** Every file of the monolith. */
  readonly files: readonly string[];
  /** The text of one of its stylesheets. */
  readonly styleText: (path: string) => string;
}

const RELEASE_ADDRESS = /\/releases\/[^/"]+\/[^/"]+\//g;
const ELEMENTS_OF_RELEASES =
  /<style\b[^>]*\bdata-href=[^>]*>[\s\S]*?<\/style>\n?|<link\b[^>]*"\/releases\/[^>]*>\n?|<script\b[^>]*"\/releases\/[^>]*><\/script>\n?/g;
const LOCK_ELEMENT = new RegExp(`<script\\b[^>]*id="${LOCK_ELEMENT_ID}"[^>]*>[\\s\\S]*?</script>`);
const ROOT_START = `<div id="${ROOT_ELEMENT_ID}">`;

/** The address of a file of this very site that an element loads; releases have their own. */
const SITE_FILE =
  /<(?:script|img|link(?![^>]*\srel="(?:alternate|canonical)"))\b[^>]*\s(?:src|href)="(\/(?!\/|releases\/)[^"]*)"/g;

/** Returns the address of every file beside the releases that a page of the portal names, as the page has it. */
export function siteFilesOf(portalHtml: string): readonly string[] {
  const addresses = [...portalHtml.matchAll(SITE_FILE)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  return [...new Set(addresses)];
}

/** What the routes, links and slots come from. A monolith has no releases, so none of their files and hashes. */
function routeTable(lock: Lock): Lock {
  const none = { baseUrl: ASSETS_PATH, shared: {}, components: {}, files: [] };
  const bare = <Release extends Lock['shell']>(release: Release): Release => ({ ...release, ...none });
  return { ...lock, shell: bare(lock.shell), remotes: lock.remotes.map(bare) };
}

/** The monolith's own lock, where the portal's page has the portal's. */
function withOwnLock(html: string, lock: Lock): string {
  if (!LOCK_ELEMENT.test(html)) throw new DocumentUnexpected("the portal's page has no lock");
  const json = JSON.stringify(routeTable(lock)).replaceAll('<', '\\u003c');
  return html.replace(LOCK_ELEMENT, () => `<script type="application/json" id="${LOCK_ELEMENT_ID}">${json}</script>`);
}

function headOf({ main, page, files, styleText }: DocumentParts): string {
  const entry = main.scripts.at(-1);
  if (entry === undefined) throw new DocumentUnexpected('the monolith has no entry script');
  const fonts = files.filter((path) => path.endsWith('.woff2'));
  const styles = new Set([...main.styles, ...page.styles]);
  const earlyScripts = new Set([...main.scripts.slice(0, -1), ...page.scripts]);
  return [
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" href="${ASSETS_PATH}${path}" crossorigin>`),
    // Held in the page, as the portal holds its own.
    ...[...styles].map((path) => `<style data-href="${path}">${styleText(path)}</style>`),
    ...[...earlyScripts].map((path) => `<link rel="preload" as="script" href="${ASSETS_PATH}${path}">`),
    `<script defer src="${ASSETS_PATH}${entry}"></script>`,
  ].join('\n');
}

/** The places between which the root's content stands. */
function rootContent(html: string): { readonly start: number; readonly end: number } {
  const start = html.indexOf(ROOT_START) + ROOT_START.length;
  if (start < ROOT_START.length) throw new DocumentUnexpected(`the portal's page has no ${ROOT_START}`);
  let depth = 1;
  for (const tag of html.slice(start).matchAll(/<(\/?)div\b/g)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return { start, end: start + tag.index };
  }
  throw new DocumentUnexpected("the root of the portal's page does not end");
}

/** Whether the portal's page comes with markup, so that it shows before any script runs. */
export function isPrerendered(portalHtml: string): boolean {
  const { start, end } = rootContent(portalHtml);
  return end > start;
}

/**
 * The monolith's page: the portal's own, with the monolith's files in the place of the releases' and, when it is not
 * `prerendered`, an empty root. Throws DocumentUnexpected when the portal's page is not laid out as this expects.
 */
export function monolithDocument(parts: DocumentParts, prerendered: boolean): string {
  const withoutReleases = withOwnLock(parts.portalHtml.replace(ELEMENTS_OF_RELEASES, ''), parts.lock);
  const { start, end } = rootContent(withoutReleases);
  const emptied = prerendered ? withoutReleases : withoutReleases.slice(0, start) + withoutReleases.slice(end);
  if (!emptied.includes('</head>')) throw new DocumentUnexpected("the portal's page has no end of its head");
  const html = emptied.replaceAll(RELEASE_ADDRESS, ASSETS_PATH).replace('</head>', () => `${headOf(parts)}</head>`);
  for (const [, path = ''] of html.matchAll(new RegExp(`"${ASSETS_PATH}([^"]+)"`, 'g')))
    if (!parts.files.includes(path))
      throw new DocumentUnexpected(`the page asks for ${path}, which the monolith lacks`);
  return html;
}
