import { setTimeout as pause } from 'node:timers/promises';
import {
  addressOf,
  type GateReport,
  MAX_PACKED_RELEASE_BYTES,
  problemSchema,
  publishedReleaseSchema,
  publishRelease,
  type Release,
  readRelease,
  releaseItemSchema,
} from '@cytocomm/contract';
import { ManifestUnusable, packRelease, ReleaseAltered, readManifest, releaseFaults } from '@cytocomm/releases';
import type { z } from 'zod';

/** How long a portal may take to answer, in ms: it unpacks the release and looks at all of it. */
const PUBLISH_TIMEOUT_MS = 180_000;

/** How often a portal is asked that is busy, and the longest pause that it may ask for, in seconds. */
const MAX_ASKED = 10;
const MAX_RETRY_AFTER_SECONDS = 30;

/** How long a trial run is waited for, in ms: the portal gives it an hour, with those before it. */
const TRIAL_TIMEOUT_MS = 3_900_000;
const TRIAL_LOOK_MS = 2000;

/** The longest answer that is read, in characters: a gate's report with every fault in it. */
const MAX_ANSWER_CHARS = 1_000_000;

/** Hosts to which a token may go unencrypted: what is sent does not leave this machine. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** A release was not published, or the gate refused it. The message is for the person at the terminal. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished';
}

/** Where a release is published, and with what right. */
export interface PublishTarget {
  /** The portal's address, https unless it is this machine. */
  readonly portal: URL;
  /** A team token. */
  readonly token: string;
}

/** Returns the target that an address and a token name. Throws NotPublished where a token cannot go there. */
export function readTarget(address: string | undefined, token: string | undefined): PublishTarget {
  const trimmed = token?.trim() ?? '';
  // What no header can hold would be named in an error, and stand in the log of a pipeline.
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new NotPublished('PORTAL_TOKEN has to hold a team token: a developer makes one in the dashboard.');
  if (!address || !URL.canParse(address))
    throw new NotPublished('PORTAL_URL has to be the address of a portal, like https://portal.example.');
  const portal = new URL(address);
  const isSafe = portal.protocol === 'https:' || (portal.protocol === 'http:' && OWN_HOSTS.includes(portal.hostname));
  if (!isSafe) throw new NotPublished('PORTAL_URL has to be an https address: the token would be read on its way.');
  return { portal, token: trimmed };
}

function readBuild(dir: string): Release {
  try {
    const release = readManifest(dir);
    const faults = releaseFaults(dir, release);
    if (faults.length > 0) throw new ReleaseAltered(release, faults);
    return release;
  } catch (error) {
    if (error instanceof ReleaseAltered || error instanceof ManifestUnusable)
      throw new NotPublished(error.message, { cause: error });
    throw error;
  }
}

function refusalOf(name: string, status: number, text: string): string {
  try {
    const { detail, errors = [] } = problemSchema.parse(JSON.parse(text));
    return `${name} was not published: ${detail}${errors.map(({ path, message }) => `\n  ${path}: ${message}`).join('')}`;
  } catch {
    return `${name} was not published: the portal answered ${status} with what is no answer of its API.`;
  }
}

/** What the portal answered. */
interface Answered {
  readonly status: number;
  readonly text: string;
  /** In seconds; NaN where the portal does not say. */
  readonly retryAfter: number;
}

function parseAs<Shape>(schema: z.ZodType<Shape>, name: string, status: number, text: string): Shape {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new NotPublished(refusalOf(name, status, ''), { cause });
  }
}

async function readAnswer(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_CHARS) throw new Error(`The answer is longer than ${MAX_ANSWER_CHARS} characters`);
  }
  return text;
}

/** Asks the portal once. Throws NotPublished where there is no answer. */
async function ask(url: URL, init: RequestInit): Promise<Answered> {
  const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal });
    const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return { status: answer.status, text: await readAnswer(answer), retryAfter };
  } catch (cause) {
    throw new NotPublished(
      `${url.href} gave no answer: ${String(cause)}. Publish it again: what is there already stays as it is.`,
      { cause },
    );
  }
}

/** Asks again while the portal is busy with what others publish, for as long and as often as it says within bounds. */
async function askPatiently(url: URL, init: RequestInit): Promise<Answered> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask(url, init);
    const isBusy = answer.status === 503 && answer.retryAfter <= MAX_RETRY_AFTER_SECONDS;
    if (!isBusy || asked === MAX_ASKED) return answer;
    await pause(answer.retryAfter * 1000);
  }
}

/** Waits for the end of a release's trial run. Resolves to the gate's report; throws NotPublished when it does not end. */
async function waitForTrial(url: URL, headers: Readonly<Record<string, string>>, name: string): Promise<GateReport> {
  const until = Date.now() + TRIAL_TIMEOUT_MS;
  for (;;) {
    const { status, text } = await askPatiently(url, { headers });
    if (status !== 200)
      throw new NotPublished(`The trial run of ${name} cannot be seen: the portal answered ${status}.`);
    const { gate } = parseAs(releaseItemSchema, name, status, text);
    if (gate.outcome !== 'running') return gate;
    if (Date.now() > until)
      throw new NotPublished(
        `${name} is published, and its trial run has not ended yet: the dashboard shows how it ends.`,
      );
    await pause(TRIAL_LOOK_MS);
  }
}

/**
 * Publishes the folder of a built release under a team token, and waits for its trial run, of which it tells. Returns a sentence about what is
 * published now; throws NotPublished for whatever else there is to say.
 */
export async function publishFolder(
  dir: string,
  { portal, token }: PublishTarget,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  const { name } = readBuild(dir);
  const url = new URL(addressOf(publishRelease, { remote: name }), portal);
  const body = await packRelease(dir);
  if (body.length > MAX_PACKED_RELEASE_BYTES)
    throw new NotPublished(`${name} is larger than ${MAX_PACKED_RELEASE_BYTES} bytes when it is packed.`);
  const access = { Authorization: `Bearer ${token}` };
  const headers = { ...access, 'Content-Type': 'application/gzip' };
  const { status, text } = await askPatiently(url, { method: 'POST', headers, body });
  if (status !== 200 && status !== 201) throw new NotPublished(refusalOf(name, status, text));
  const { version, release, gate: first } = parseAs(publishedReleaseSchema, name, status, text);
  const item = new URL(addressOf(readRelease, { remote: name, release }), portal);
  if (first.outcome === 'running') say(`${name} ${version} is there, and its trial run has begun …`);
  const gate = first.outcome === 'running' ? await waitForTrial(item, access, name) : first;
  const state = status === 200 ? 'is published already' : 'is published';
  const faults = gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ message }) => `\n  ${message}`);
  if (gate.outcome === 'refused')
    throw new NotPublished(`${name} ${version} ${state}, and the gate refused it:${faults.join('')}`);
  return `${name} ${version} ${state}.`;
}
