import { createHash } from 'node:crypto';
import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { type Lock, type LockedRelease, lockSchema } from '@cytocomm/contract';

const LOCK_ELEMENT = new RegExp(`<script type="application/json" id="${LOCK_ELEMENT_ID}">(.*?)</script>`, 's');
const NAMED_FILE = /(?:src|href)="(\/releases\/[^"]+)" integrity="([^"]+)"/g;
const MARKUP = /<p>([\w-]+=[^;]*;)<\/p>/;

function fileOf(lock: Lock, address: string) {
  for (const { baseUrl, files } of [lock.shell, ...lock.remotes])
    for (const file of files) if (baseUrl + file.path === address) return file;
  return undefined;
}

/** Returns a file as text. Throws unless it is all that the lock says. */
async function readFile(url: string, address: string, integrity: string): Promise<string> {
  const answer = await fetch(url + address);
  const content = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200)
    throw new Error(`${url}${address} is ${answer.status}: ${content.toString().slice(0, 200)}`);
  if (`sha384-${createHash('sha384').update(content).digest('base64')}` !== integrity)
    throw new Error(`${url}${address} has another hash`);
  return content.toString();
}

const publicFiles = ({ files, baseUrl }: LockedRelease) =>
  files
    .filter(({ path }) => !path.startsWith('.'))
    .map(({ path, integrity }) => ({ address: baseUrl + path, integrity }));

/** A visit's lock, and how many files were read. */
export interface Visit {
  readonly lock: Lock;
  readonly files: number;
  readonly isPrerendered: boolean;
}

/**
 * Loads a page from one process and all files of its lock from another, as behind a balancer. Throws for any answer but 200,
 * a file with another hash, and a page that is made of more than its one lock.
 */
export async function visitPage(pageFrom: string, filesFrom: string, path: string): Promise<Visit> {
  const answer = await fetch(pageFrom + path);
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${pageFrom}${path} is ${answer.status}: ${html.slice(0, 200)}`);
  const lock = lockSchema.parse(JSON.parse(LOCK_ELEMENT.exec(html)?.[1] ?? ''));
  const header = answer.headers.get('X-Portal-Lock');
  if (header !== lock.id) throw new Error(`${path} holds lock ${lock.id}, its header says ${header}`);
  const named = [...html.matchAll(NAMED_FILE)];
  if (named.length === 0) throw new Error(`${path} names no file`);
  for (const [, address = '', integrity] of named)
    if (fileOf(lock, address)?.integrity !== integrity)
      throw new Error(`${path} names ${address}, lock ${lock.id} does not`);
  const files = [lock.shell, ...lock.remotes].flatMap(publicFiles);
  const texts = await Promise.all(files.map(({ address, integrity }) => readFile(filesFrom, address, integrity)));
  const markup = MARKUP.exec(html)?.[1];
  if (markup !== undefined && !texts.some((text) => text.includes(markup)))
    throw new Error(`${path} shows ${markup}, which is not of lock ${lock.id}`);
  return { lock, files: files.length, isPrerendered: markup !== undefined };
}

/** Waits until new visitors of each process get this lock. Throws after 20 s. */
export async function untilVisitorsGet(lock: string, urls: readonly string[]): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (const url of urls) {
    let served: string | null = null;
    do {
      if (Date.now() > deadline) throw new Error(`${url} serves ${served}, not ${lock}`);
      served = (await fetch(`${url}/lab`, { method: 'HEAD' })).headers.get('X-Portal-Lock');
    } while (served !== lock);
  }
}
