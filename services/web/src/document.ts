import { createHash } from 'node:crypto';
import {
  filesOfPage,
  LOCAL_REMOTE_ELEMENT_ID,
  LOCK_ELEMENT_ID,
  type MatchedRoute,
  PAGE_DATA_ELEMENT_ID,
  ROOT_ELEMENT_ID,
  SWITCHED_OFF_ELEMENT_ID,
  THEME_ATTRIBUTE,
  type Theme,
} from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import type { LocalRemote, Lock, LockedRelease, PageData } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import type { InlineStyles } from './release-file.ts';
import { START_WATCH_SCRIPT } from './start-watch.ts';

/** Whether the shell of a lock keeps this version of the contract, or a later one: earlier shells stay live, or come back. */
export function contractSince({ shell }: Lock, [sinceMajor, sinceMinor]: readonly [number, number]): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(shell.contract) ?? [];
  return Number(major) > sinceMajor || (Number(major) === sinceMajor && Number(minor) >= sinceMinor);
}

/** Runs in browsers without modules, in ES5: explains why the page does not work. */
export const OLD_BROWSER_SCRIPT = `document.addEventListener('DOMContentLoaded', function () {
  var note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.appendChild(document.createTextNode(
    'This browser is too old for this site: you can read, but buttons and forms will not answer. Please update it or use another one.'
  ));
  document.body.insertBefore(note, document.body.firstChild);
});
`;

/** Returns JSON that cannot end its data block. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The script for browsers without modules. */
export const OLD_BROWSER_PATH = '/old-browser.js';
/** The first contract whose shell says that it has started. */
const SAYS_STARTED_SINCE = [1, 4] as const;

/** Its address has a hash, against caches. */
const OLD_BROWSER_HASH = createHash('sha256').update(OLD_BROWSER_SCRIPT).digest('hex').slice(0, 8);
const OLD_BROWSER = `src="${OLD_BROWSER_PATH}?${OLD_BROWSER_HASH}" integrity="${integrityOf(OLD_BROWSER_SCRIPT)}"`;

function listedIntegrity(release: LockedRelease, path: string): string {
  const file = release.files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`${release.name} ${release.release} lists no file ${path}`);
  return file.integrity;
}

function fileAttributes(release: LockedRelease, path: string): string {
  return `href="${escapeHtml(release.baseUrl + path)}" integrity="${listedIntegrity(release, path)}" crossorigin="anonymous"`;
}

/** `data-href` is the name by which the build's loader finds an existing sheet. */
function stylesheet(release: LockedRelease, path: string, inline: InlineStyles): string {
  const css = inline.get(release.baseUrl + path);
  if (css !== undefined) return `<style data-href="${escapeHtml(path)}">${css}</style>`;
  return `<link rel="stylesheet" data-href="${escapeHtml(path)}" ${fileAttributes(release, path)}>`;
}

function preloadScript(release: LockedRelease, path: string): string {
  return `<link rel="preload" as="script" ${fileAttributes(release, path)}>`;
}

function preloadFonts(shell: LockedRelease): string[] {
  return shell.files
    .filter((file) => file.path.endsWith('.woff2'))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(shell.baseUrl + file.path)}" crossorigin>`,
    );
}

/** The optional parts of a page. */
export interface DocumentExtras {
  /** The prerendered content of the root. */
  readonly markup?: string;
  /** The data of the markup. */
  readonly data?: PageData | undefined;
  /** The inline stylesheets. */
  readonly styles?: InlineStyles;
  /** URLs of further scripts, of this origin. */
  readonly scripts?: readonly string[];
  /** The names of remotes that are switched off. */
  readonly switchedOff?: readonly string[];
  /** The theme that the visitor chose; undefined follows their system. */
  readonly theme?: Theme | undefined;
  /** The remote that this page loads from the visitor's own machine. */
  readonly localRemote?: LocalRemote;
}

/**
 * Returns the HTML of a page: the lock as a data block, the shell's files, preloads of the route's files, and prerendered
 * markup with its data. `identity` are the lines of the head.
 */
export function renderDocument(
  lock: Lock,
  matched: MatchedRoute | undefined,
  identity: readonly string[],
  { markup = '', data, styles = new Map(), scripts = [], switchedOff = [], theme, localRemote }: DocumentExtras = {},
): string {
  const { shell } = lock;
  const files = filesOfPage(lock, matched);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...identity,
    ...preloadFonts(shell),
    ...files.styles.map(({ release, path }) => stylesheet(release, path, styles)),
    ...files.scripts.map(({ release, path }) => preloadScript(release, path)),
    `<script defer src="${escapeHtml(shell.baseUrl + shell.entry)}" integrity="${listedIntegrity(shell, shell.entry)}" crossorigin="anonymous"></script>`,
    `<script nomodule ${OLD_BROWSER}></script>`,
    // What is tried on one machine is nothing that the portal has to know of.
    contractSince(lock, SAYS_STARTED_SINCE) && !localRemote ? `<script>${START_WATCH_SCRIPT}</script>` : '',
    ...scripts.map((address) => `<script defer src="${escapeHtml(address)}"></script>`),
  ];
  return [
    '<!doctype html>',
    theme ? `<html lang="en" ${THEME_ATTRIBUTE}="${theme}">` : '<html lang="en">',
    `<head>${head.filter(Boolean).join('\n')}</head>`,
    '<body>',
    `<div id="${ROOT_ELEMENT_ID}">${markup}</div>`,
    // After the visible content: scripts run at the end.
    `<script type="application/json" id="${LOCK_ELEMENT_ID}">${jsonForHtml(lock)}</script>`,
    switchedOff.length > 0
      ? `<script type="application/json" id="${SWITCHED_OFF_ELEMENT_ID}">${jsonForHtml(switchedOff)}</script>`
      : '',
    localRemote
      ? `<script type="application/json" id="${LOCAL_REMOTE_ELEMENT_ID}">${jsonForHtml(localRemote)}</script>`
      : '',
    data ? `<script type="application/json" id="${PAGE_DATA_ELEMENT_ID}">${jsonForHtml(data)}</script>` : '',
    markup === '' ? '<noscript>This page needs JavaScript. Please switch it on, or write to us.</noscript>' : '',
    '</body>',
    '</html>',
  ]
    .filter(Boolean)
    .join('\n');
}
