import { setTimeout as pause } from 'node:timers/promises';
import { API_VERSION, addressOf, type CallMethod, readRemote, remoteStatusSchema } from '@cytocomm/contract';
import { satisfies } from 'semver';
import { z } from 'zod';
import { CommandFailed, PortalRefused } from './command-context.ts';

/** Hosts to which a token may go unencrypted: what is sent does not leave this machine. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The portal that a command acts on, and with what right. */
export interface PortalTarget {
  /** The portal's address, https unless it is this machine. */
  readonly portal: URL;
  /** A team token. */
  readonly token: string;
}

/** Returns the target that an address and a token name. Throws CommandFailed where a token cannot go there. */
export function readTarget(address: string | undefined, token: string | undefined): PortalTarget {
  const trimmed = token?.trim() ?? '';
  // What no header can hold would be named in an error, and stand in the log of a pipeline.
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new CommandFailed('PORTAL_TOKEN has to hold a team token: a developer makes one in the dashboard.');
  if (!address || !URL.canParse(address))
    throw new CommandFailed('PORTAL_URL has to be the address of a portal, like https://portal.example.');
  const portal = new URL(address);
  // They would be named with the address wherever no answer comes.
  if (portal.username !== '' || portal.password !== '')
    throw new CommandFailed('PORTAL_URL has to be without a name and a password: PORTAL_TOKEN is all that is sent.');
  const isSafe = portal.protocol === 'https:' || (portal.protocol === 'http:' && OWN_HOSTS.includes(portal.hostname));
  if (!isSafe) throw new CommandFailed('PORTAL_URL has to be an https address: the token would be read on its way.');
  return { portal, token: trimmed };
}

/** How long a portal may take to answer, in ms: it unpacks a release and looks at all of it. */
const ANSWER_TIMEOUT_MS = 180_000;
/** How often a portal is asked that is busy, and the longest pause that it may ask for, in seconds. */
const MAX_ATTEMPTS = 10;
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
interface PortalAnswer {
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

async function ask(url: URL, init: RequestInit, unanswered: string): Promise<PortalAnswer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal });
    const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return { status: answer.status, text: await readAnswer(answer), retryAfter };
  } catch (cause) {
    throw new CommandFailed(`${url.href} gave no answer: ${reasonOf(cause)}. ${unanswered}`, { cause });
  }
}

/** Retries while the portal is busy, after the time that it names, within bounds. */
async function askPatiently(url: URL, init: RequestInit, unanswered: string): Promise<PortalAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(url, init, unanswered);
    const isBusy = answer.status === 503 && answer.retryAfter <= MAX_RETRY_AFTER_SECONDS;
    if (!isBusy || attempt === MAX_ATTEMPTS) return answer;
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

/** What is read of it: a newer portal may say more, and name roles that are not known here. */
const statusSchema = remoteStatusSchema
  .pick({ remote: true, mayPromote: true, switchedOff: true, live: true, api: true })
  .extend({
    canary: z
      .object({
        version: z.string(),
        release: z.string(),
        share: z.object({ percent: z.number(), roles: z.array(z.string()) }).partial(),
        startedBy: z.string(),
      })
      .nullable(),
    // A portal from before it was told says nothing.
    runningCanary: remoteStatusSchema.shape.runningCanary.optional(),
  });

/** What visitors get of a remote now, and what its team may do. */
export type Status = z.infer<typeof statusSchema>;

const strange = (origin: string) => `${origin} does not answer as a portal does: is PORTAL_URL the address of one?`;
const INSTALL = 'Install the tools that it serves: npm install --save-dev @cytocomm/remote-tools@latest';

/**
 * Asks a portal about a remote. Throws CommandFailed for a token that is not of its team, a portal that is away, and one
 * whose API these tools are not made for.
 */
export async function readStatus(target: PortalTarget, remote: string): Promise<Status> {
  const { origin } = target.portal;
  try {
    const { value } = await callPortal(target, {
      method: readRemote.method,
      address: addressOf(readRemote, { remote }),
      // Read in two steps: of another API the rest may be another, too.
      schema: z.looseObject({ api: z.string() }),
      failed: `${origin} tells nothing of ${remote}`,
      unanswered: 'Nothing was changed: try again when it is there.',
      isPatient: true,
    });
    if (!satisfies(value.api, `^${API_VERSION}`))
      throw new CommandFailed(`The API of ${origin} is ${value.api}, and these tools need ^${API_VERSION}. ${INSTALL}`);
    const status = statusSchema.safeParse(value).data;
    if (!status) throw new CommandFailed(strange(origin));
    return status;
  } catch (error) {
    if (!(error instanceof PortalRefused)) throw error;
    // An earlier portal does not have this address for any remote.
    if (error.code === 'not-found' || error.code === 'method-not-allowed')
      throw new CommandFailed(`${origin} is older than these tools, which need API ^${API_VERSION}. ${INSTALL}`, {
        cause: error,
      });
    if (error.status === 200 || (error.code === undefined && error.status === 404))
      throw new CommandFailed(strange(origin), { cause: error });
    throw error;
  }
}
