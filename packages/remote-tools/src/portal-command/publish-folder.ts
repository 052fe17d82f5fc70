import {
  addressOf,
  MAX_PACKED_RELEASE_BYTES,
  problemSchema,
  publishedReleaseSchema,
  publishRelease,
  type Release,
} from '@cytocomm/contract';
import { ManifestUnusable, packRelease, ReleaseAltered, readManifest, releaseFaults } from '@cytocomm/releases';

/** How long a portal may take to answer, in ms: it unpacks the release and looks at all of it. */
const PUBLISH_TIMEOUT_MS = 180_000;

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

function parseAnswer(name: string, status: number, text: string) {
  try {
    return publishedReleaseSchema.parse(JSON.parse(text));
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

/**
 * Publishes the folder of a built release under a team token. Returns a sentence about what is published now; throws
 * NotPublished for whatever else there is to say.
 */
export async function publishFolder(dir: string, { portal, token }: PublishTarget): Promise<string> {
  const { name } = readBuild(dir);
  const url = new URL(addressOf(publishRelease, { remote: name }), portal);
  const body = await packRelease(dir);
  if (body.length > MAX_PACKED_RELEASE_BYTES)
    throw new NotPublished(`${name} is larger than ${MAX_PACKED_RELEASE_BYTES} bytes when it is packed.`);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/gzip' };
  const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MS);
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
    status = answer.status;
    text = await readAnswer(answer);
  } catch (cause) {
    throw new NotPublished(
      `${url.href} gave no answer: ${String(cause)}. Publish it again: what is there already stays as it is.`,
      { cause },
    );
  }
  if (status !== 200 && status !== 201) throw new NotPublished(refusalOf(name, status, text));
  const { version, gate } = parseAnswer(name, status, text);
  const state = status === 200 ? 'is published already' : 'is published';
  const faults = gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ message }) => `\n  ${message}`);
  if (gate.outcome === 'refused')
    throw new NotPublished(`${name} ${version} ${state}, and the gate refused it:${faults.join('')}`);
  return `${name} ${version} ${state}.`;
}
