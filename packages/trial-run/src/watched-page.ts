import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, openLive } from '@cytocomm/contract';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { lookUntil } from './page-answers.ts';
import type { Fault, TrialTimes, Visit } from './plan.ts';
import { API_FOLDER, type TrialSite, VISITOR_COOKIE, type Visitor } from './site.ts';

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]';
/** How long a dialog may take to close, in ms. */
const CLOSE_MS = 3000;

/** Presses the frame's button that opens the sign-in. Resolves to whether there is one. */
export async function openOverlay({ page }: WatchedPage, { readyMs }: TrialTimes): Promise<boolean> {
  const button = page.locator('#main').getByRole('button', { name: 'Sign in', exact: true });
  try {
    await button.click({ timeout: readyMs });
    return true;
  } catch {
    return false;
  }
}

/** Presses Escape, and takes the focus from what had it. Returns what is wrong with how the overlay closes. */
export async function closeOverlay({ page }: WatchedPage, { answerMs }: TrialTimes): Promise<Fault[]> {
  await page.keyboard.press('Escape');
  const dialogs = page.locator(DIALOG).filter({ visible: true });
  const isClosed = await lookUntil(
    async () => ((await dialogs.count()) === 0 ? true : undefined),
    Math.min(CLOSE_MS, answerMs),
  );
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  if (isClosed) return [];
  return [
    {
      words: `it was not closed ${CLOSE_MS / 1000} s after Escape was pressed`,
      mend: 'call onClose on Escape, as the Dialog of the kit does, and show nothing while open is false',
    },
  ];
}

/** The proxy of everything but the site: a closed port. */
const CLOSED_PROXY = 'http://127.0.0.1:9';

/** What a call of a backend is answered. */
const BACKEND_STATUS = 503;
/** What of a page calls a backend; a picture or a script from there is none. */
const CALLS: ReadonlySet<string> = new Set(['fetch', 'xhr']);

/** How long no request has to be under way before a page is ready, in ms. */
export const QUIET_MS = 250;
/** How long a page may take to close, in ms. */
const CLOSE_TIMEOUT_MS = 5000;

/** A page in a browser of its own with what happened in it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly visitor: Visitor;
  /** What the page wrote into the console as an error, and what was thrown. */
  readonly errors: readonly string[];
  /** Requests to other addresses, and those that failed. */
  readonly outside: readonly string[];
  readonly failed: readonly string[];
  /** Dialogs and windows that were opened. */
  readonly opened: readonly string[];
  /** The addresses that it has had. */
  readonly went: readonly string[];
  /** How many documents were loaded into it. */
  documents(): number;
  /** When the last request ended or began, in ms since 1970. */
  lastRequestAt(): number;
  hasCrashed(): boolean;
  /** Makes it the page of another visitor, who finds nothing that was kept in it. */
  leaveTo(visit: Visit): Promise<void>;
}

function isLive(url: string): boolean {
  return new URL(url).pathname === addressOf(openLive);
}

/** Sends 503 to every call of the release's own backends: nothing else is known of them, and nothing leaves the trial. */
async function refuseBackends(context: BrowserContext, { backends }: Visit): Promise<void> {
  // A handler makes every request of the context slower.
  if (backends.length === 0) return;
  await context.route(
    ({ origin }) => backends.includes(origin),
    (route) =>
      route.fulfill({
        status: BACKEND_STATUS,
        headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/plain' },
        body: 'No backend is there in a trial run.',
      }),
  );
}

/**
 * Opens an empty page for a visit whose requests reach the site and nothing else; its calls of the release's own backends are
 * refused, which is no fault.
 */
export async function openWatchedPage(browser: Browser, site: TrialSite, visit: Visit): Promise<WatchedPage> {
  const { host, origin } = new URL(site.origin);
  const isOfBackend = (request: Request) =>
    CALLS.has(request.resourceType()) && visit.backends.includes(new URL(request.url()).origin);
  const context: BrowserContext = await browser.newContext({
    proxy: { server: CLOSED_PROXY, bypass: `<-loopback>,${host}` },
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    acceptDownloads: false,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const nextVisitor = async ({ roles }: Visit) => {
    const visitor = site.visitor(roles);
    await context.addCookies([{ name: VISITOR_COOKIE, value: visitor.id, url: origin }]);
    return visitor;
  };
  const visitor = await nextVisitor(visit);
  await refuseBackends(context, visit);
  const page = await context.newPage();
  const errors: string[] = [];
  const outside: string[] = [];
  const failed: string[] = [];
  const opened: string[] = [];
  const went: string[] = [];
  let lastRequestAt = Date.now();
  let crashed = false;
  let documents = 0;
  const note = () => {
    lastRequestAt = Date.now();
  };

  page.on('console', (message) => {
    // Requests are told of below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`));
  page.on('request', (request) => {
    note();
    const url = request.url();
    if (!/^(data|blob|about):/.test(url) && new URL(url).origin !== origin && !isOfBackend(request)) outside.push(url);
  });
  page.on('websocket', (socket) => outside.push(socket.url()));
  page.on('response', (response) => {
    note();
    const { pathname } = new URL(response.url());
    const isCall = pathname.startsWith(API_FOLDER) || isOfBackend(response.request());
    if (response.status() >= 400 && !isCall) failed.push(`${pathname} (${response.status()})`);
  });
  page.on('requestfinished', note);
  page.on('requestfailed', (request) => {
    note();
    const url = request.url();
    // What a page no longer wants is no failure.
    const isAborted = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (new URL(url).origin === origin && !isLive(url) && !isAborted) failed.push(new URL(url).pathname);
  });
  page.on('dialog', (dialog) => {
    opened.push(`a dialog (${dialog.type()}: “${dialog.message().slice(0, 60)}”)`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('popup', (popup) => {
    opened.push('a window');
    popup.close().catch(() => undefined);
  });
  page.on('download', (download) => {
    opened.push(`a download (${download.suggestedFilename()})`);
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && !/^(about:|chrome-error:)/.test(frame.url()))
      went.push(frame.url().replace(origin, '') || '/');
  });
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  page.on('crash', () => {
    crashed = true;
  });

  return {
    ...{ page, visitor, errors, outside, failed, opened, went },
    lastRequestAt: () => lastRequestAt,
    documents: () => documents,
    hasCrashed: () => crashed,
    leaveTo: async (next) => {
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await nextVisitor(next);
    },
    async [Symbol.asyncDispose]() {
      // A page in an endless loop may not let itself be closed; the end of the browser does it then.
      await Promise.race([context.close().catch(() => undefined), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
