#!/usr/bin/env node
// Started by Playwright in Firefox's place: starts Firefox and passes on what the two say. It adds what Playwright 1.65 needs
// and Firefox 153 has no command for, the colour scheme; has typed text be an edit; hands over the bodies of requests;
// says of streams of events that they are there; and brings the page to the front that is typed into.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import {
  ColorSchemes,
  FrontPage,
  mediaFeaturesSchema,
  newPageSchema,
  PERFORM_ACTIONS,
  SET_MEDIA_FEATURES,
} from './front-page.ts';
import { OwnCommands, OwnWindow } from './own-commands.ts';
import {
  CONTINUE_REQUEST,
  completionOf,
  keepBodies,
  requestSchema,
  withBody,
  withoutBodyHeader,
} from './request-body.ts';
import { INSERT_AS_EDIT } from './typed-text.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;
/** How long Firefox may take to end, in ms. */
const END_MS = 5000;
/** How often to look whether Playwright is still there, in ms. */
const LOOK_EVERY_MS = 500;

const commandSchema = z.looseObject({ id: z.number(), method: z.string(), params: z.unknown() });
const newSessionSchema = z.object({ type: z.literal('success'), result: z.object({ sessionId: z.string() }) });

function complain(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

/** Passes on what Playwright and Firefox say to each other. */
function connect(playwright: WebSocket, address: string): void {
  const firefox = new WebSocket(address, { perMessageDeflate: false });
  const opened = new Promise<void>((resolve) => firefox.once('open', () => resolve()));
  const own = new OwnCommands((text) => firefox.send(text));
  const { send } = own;
  const ownWindow = new OwnWindow(send);
  const schemes = new ColorSchemes(ownWindow);
  const front = new FrontPage(send, ownWindow);

  const refuse = (id: number, error: unknown) =>
    playwright.send(JSON.stringify({ type: 'error', id, error: 'unknown error', message: String(error) }));

  async function setMediaFeatures(id: number, params: unknown): Promise<void> {
    try {
      await schemes.set(mediaFeaturesSchema.parse(params));
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    } catch (error) {
      refuse(id, error);
    }
  }

  async function performActions(command: z.infer<typeof commandSchema>): Promise<void> {
    try {
      await front.bring(command);
      firefox.send(JSON.stringify(command));
    } catch (error) {
      refuse(command.id, error);
    }
  }

  function pass(text: string): void {
    const command = commandSchema.parse(JSON.parse(text));
    if (command.method === SET_MEDIA_FEATURES) void setMediaFeatures(command.id, command.params);
    else if (command.method === PERFORM_ACTIONS) void performActions(command);
    else if (command.method === CONTINUE_REQUEST) firefox.send(JSON.stringify(withoutBodyHeader(command)));
    else firefox.send(text);
  }

  let sent: Promise<void> = opened;
  playwright.on('message', (data) => {
    // The next command goes out even if this one failed.
    sent = sent.then(() => pass(data.toString())).catch(complain);
  });

  /** What is to be done before Playwright hears of something. Returns what it hears. */
  async function prepare(message: unknown): Promise<unknown> {
    const { data: newPage } = newPageSchema.safeParse(message);
    if (newPage) await Promise.all([schemes.giveTo(newPage), front.show(newPage)]);
    await schemes.keep(message);
    const { data: request } = requestSchema.safeParse(message);
    if (request) return withBody(request, send);
    if (newSessionSchema.safeParse(message).success)
      await Promise.all([send('script.addPreloadScript', { functionDeclaration: INSERT_AS_EDIT }), keepBodies(send)]);
    return message;
  }

  // Nothing overtakes what is being prepared.
  let received: Promise<void> = Promise.resolve();
  firefox.on('message', (data) => {
    const message: unknown = JSON.parse(data.toString());
    if (own.settle(message)) return;
    front.notice(message);
    received = received.then(async () => {
      const prepared = await prepare(message).catch((error) => {
        complain(error);
        return message;
      });
      playwright.send(prepared === message ? data.toString() : JSON.stringify(prepared));
      const completion = completionOf(message);
      if (completion !== undefined) playwright.send(JSON.stringify(completion));
    });
  });
  firefox.on('close', () => void received.then(() => playwright.close()));
  playwright.on('close', () => firefox.close());
  for (const end of [firefox, playwright]) end.on('error', complain);
}

const firefox = spawn(
  process.env.FIREFOX_PATH ?? 'firefox-esr',
  // The colour scheme is set by a script in Firefox's own window.
  ['--remote-allow-system-access', ...process.argv.slice(2)],
  { stdio: ['ignore', 'inherit', 'pipe'] },
);
/** Ends Firefox, and this process after it. */
function end(): void {
  firefox.kill();
  setTimeout(() => firefox.kill('SIGKILL'), END_MS).unref();
}
// A process that is killed ends none of those that it has started.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  end();
}, LOOK_EVERY_MS);
// Then no more is read.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('exit', () => firefox.kill('SIGKILL'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));
firefox.on('error', (error) => {
  complain(error);
  process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (!address) return void process.stderr.write(`${line}\n`);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (playwright, request) => connect(playwright, `${address}${request.url ?? ''}`));
  server.on('listening', () => {
    const { port } = z.object({ port: z.number() }).parse(server.address());
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
});
