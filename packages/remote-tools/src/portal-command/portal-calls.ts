import { setTimeout as pause } from 'node:timers/promises';
import type { CallMethod } from '@cytocomm/contract';
import { z } from 'zod';
import { CommandFailed, PortalRefused } from './command-failed.ts';
import type { PortalTarget } from './portal-target.ts';

/** How long a portal may take to answer, in ms: it unpacks a release and looks at all of it. */
const ANSWER_TIMEOUT_MS = 180_000;
/** How often a portal is asked that is busy, and the longest pause that it may ask for, in seconds. */
const MAX_ASKED = 10;
const MAX_RETRY_AFTER_SECONDS = 30;
/** The longest answer that is read, in characters: a gate's report with every fault in it. */
const MAX_ANSWER_CHARS = 1_000_000;

/** What a newer portal may add to a problem, or name by a new code, changes nothing of what is read of it here. */
const problemSchema = z.object({
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** A call to a portal. */
export interface Asking<Shape> {
  readonly method: CallMethod;
  /** From the slash on. */
  readonly address: string;
  /** An archive, or what is sent as JSON. */
  readonly body?: Uint8Array<ArrayBuffer> | object | undefined;
  /** What is read of the answer. */
  readonly schema: z.ZodType<Shape>;
  /** What has not happened when it is refused, as the beginning of a sentence: "mfe-lab was not published". */
  readonly failed: string;
  /** A sentence about what to do where no answer comes. */
  readonly unanswered: string;
  /** Whether it is asked again while the portal is busy: of a call that may be made twice. By default it is not. */
  readonly isPatient?: boolean;
}

/** What the portal answered. */
interface Answered {
  readonly status: number;
  readonly text: string;
  /** In seconds; NaN where the portal does not say. */
  readonly retryAfter: number;
}

async function readAnswer(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_CHARS) throw new Error(`the answer is longer than ${MAX_ANSWER_CHARS} characters`);
  }
  return text;
}

/** Returns why there was no answer: what `fetch` says of it, or what is behind that. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  // Of several addresses that were tried only the code is told.
  return cause.message || ('code' in cause ? String(cause.code) : message);
}

async function ask(url: URL, init: RequestInit, unanswered: string): Promise<Answered> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal });
    const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return { status: answer.status, text: await readAnswer(answer), retryAfter };
  } catch (cause) {
    throw new CommandFailed(`${url.href} gave no answer: ${reasonOf(cause)}. ${unanswered}`, { cause });
  }
}

/** Asks again while the portal is busy with what others publish, for as long and as often as it says within bounds. */
async function askPatiently(url: URL, init: RequestInit, unanswered: string): Promise<Answered> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask(url, init, unanswered);
    const isBusy = answer.status === 503 && answer.retryAfter <= MAX_RETRY_AFTER_SECONDS;
    if (!isBusy || asked === MAX_ASKED) return answer;
    await pause(answer.retryAfter * 1000);
  }
}

function parsed<Shape>(schema: z.ZodType<Shape>, text: string): Shape | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const NOT_KNOWN =
  'the portal does not know this PORTAL_TOKEN: it was revoked, has expired, or is one of another portal. A developer makes one in the dashboard.';

function refusalOf(failed: string, status: number, text: string, unanswered: string): PortalRefused {
  // A server or proxy that failed, or an answer that cannot be read: it may have been done all the same.
  const hint = status >= 500 || status < 300 ? ` ${unanswered}` : '';
  const problem = parsed(problemSchema, text);
  if (!problem)
    return new PortalRefused(
      `${failed}: the portal answered ${status} with what is no answer of its API.${hint}`,
      status,
      undefined,
    );
  const { code, detail, errors = [] } = problem;
  const words = code === 'not-signed-in' ? NOT_KNOWN : detail;
  // What the sentence has already is not told twice.
  const more = errors
    .filter(({ message }) => !words.includes(message))
    .map(({ path, message }) => `${path}: ${message}`);
  const places = more.map((place) => `\n  ${place}`).join('');
  return new PortalRefused(`${failed}: ${words}${hint}${places}`, status, code);
}

/**
 * Makes a call under a team token. Resolves to what it answered; throws PortalRefused for a refusal, CommandFailed where no
 * answer came.
 */
export async function callPortal<Shape>(
  { portal, token }: PortalTarget,
  { method, address, body, schema, failed, unanswered, isPatient = false }: Asking<Shape>,
): Promise<{ readonly status: number; readonly value: Shape }> {
  const isArchive = body instanceof Uint8Array;
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body && { 'Content-Type': isArchive ? 'application/gzip' : 'application/json' }),
  };
  const content = isArchive ? body : body && JSON.stringify(body);
  const init = { method, headers, ...(content !== undefined && { body: content }) };
  const url = new URL(address, portal);
  const { status, text } = await (isPatient ? askPatiently : ask)(url, init, unanswered);
  const value = status === 200 || status === 201 ? parsed(schema, text) : undefined;
  if (value === undefined) throw refusalOf(failed, status, text, unanswered);
  return { status, value };
}
