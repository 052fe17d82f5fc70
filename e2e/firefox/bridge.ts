#!/usr/bin/env node
// Started by Playwright in Firefox's place: starts Firefox and passes on what the two say. It adds what Playwright 1.65 needs
// and Firefox 153 has no command for, the colour scheme; has typed text be an edit; and hands over the bodies of requests.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { ColorSchemes, mediaFeaturesSchema, newPageSchema, SET_MEDIA_FEATURES, type Send } from './color-scheme.ts';
import { CONTINUE_REQUEST, keepBodies, requestSchema, withBody, withoutBodyHeader } from './request-body.ts';
import { INSERT_AS_EDIT } from './typed-text.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;
/** Above the numbers that Playwright counts up from 1, below those it ends with. */
const FIRST_OWN_ID = 2 ** 50;

const commandSchema = z.looseObject({ id: z.number(), method: z.string(), params: z.unknown() });
const newSessionSchema = z.object({ type: z.literal('success'), result: z.object({ sessionId: z.string() }) });
const answerSchema = z.object({
  id: z.number(),
  type: z.string(),
  result: z.unknown(),
  message: z.string().optional(),
});

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

function complain(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

/** Passes on what Playwright and Firefox say to each other. */
function connect(playwright: WebSocket, address: string): void {
  const firefox = new WebSocket(address, { perMessageDeflate: false });
  const opened = new Promise<void>((resolve) => firefox.once('open', () => resolve()));
  const waiting = new Map<number, Waiting>();
  let nextId = FIRST_OWN_ID;
  const send: Send = (method, params) => {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      firefox.send(JSON.stringify({ id, method, params }));
    });
  };
  const schemes = new ColorSchemes(send);

  async function setMediaFeatures(id: number, params: unknown): Promise<void> {
    try {
      await schemes.set(mediaFeaturesSchema.parse(params));
      playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    } catch (error) {
      playwright.send(JSON.stringify({ type: 'error', id, error: 'unknown error', message: String(error) }));
    }
  }

  let sent: Promise<void> = opened;
  playwright.on('message', (data) => {
    const command = commandSchema.parse(JSON.parse(data.toString()));
    sent = sent.then(() => {
      if (command.method === SET_MEDIA_FEATURES) void setMediaFeatures(command.id, command.params);
      else if (command.method === CONTINUE_REQUEST) firefox.send(JSON.stringify(withoutBodyHeader(command)));
      else firefox.send(data.toString());
    });
  });

  /** Settles a command of this bridge. Returns whether it was one. */
  function settle(message: unknown): boolean {
    const { data: answer } = answerSchema.safeParse(message);
    const own = answer && waiting.get(answer.id);
    if (!own) return false;
    waiting.delete(answer.id);
    if (answer.type === 'success') own.resolve(answer.result);
    else own.reject(new Error(answer.message));
    return true;
  }

  /** What is to be done before Playwright hears of something. Returns what it hears. */
  async function prepare(message: unknown): Promise<unknown> {
    const { data: newPage } = newPageSchema.safeParse(message);
    if (newPage) await schemes.giveTo(newPage);
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
    if (settle(message)) return;
    received = received.then(async () => {
      const prepared = await prepare(message).catch((error) => {
        complain(error);
        return message;
      });
      playwright.send(prepared === message ? data.toString() : JSON.stringify(prepared));
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
  { stdio: ['inherit', 'inherit', 'pipe'] },
);
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
