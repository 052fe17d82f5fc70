import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { addressOf, listPressReleases, readUser } from '@cytocomm/contract';
import { startBare as startBarePipe } from '../documents/bare-process.ts';
import { uploadBare, uploadPdf } from '../documents/transfer.ts';
import { signInPeople } from '../live/people.ts';
import { type Person, signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import type { Ask } from './cannon.ts';

const PEOPLE = 16;
const FILE_BYTES = 20_000_000;
const RANGE_BYTES = 1_000_000;
const RANGES = 15;

/** One kind of load: what the portal is sent, and what the bare contender is sent for the same. */
interface Kind {
  readonly name: string;
  readonly ours: readonly Ask[];
  readonly theirs: readonly Ask[];
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Ask => ({ method: 'GET', path, headers });

async function bytesAt(url: string, encoding: string): Promise<Buffer> {
  const asked = request(url, { headers: { 'Accept-Encoding': encoding }, agent: false }).end();
  const [answer] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`);
  return Buffer.concat(chunks);
}

/** The largest script that Home names. */
async function largestScript(url: string): Promise<string> {
  const page = (await bytesAt(`${url}/`, 'identity')).toString();
  const paths = new Set([...page.matchAll(/"(\/releases\/[^"]+\.js)"/g)].flatMap(([, path]) => path ?? []));
  let largest = { path: '', bytes: 0 };
  for (const path of paths) {
    const { length: bytes } = await bytesAt(url + path, 'gzip');
    if (bytes > largest.bytes) largest = { path, bytes };
  }
  if (largest.path === '') throw new Error('Home names no script');
  return largest.path;
}

/** What the loads are made of: people who are signed in, a stored document, files of the bare contender in `dir`. */
export interface Material {
  readonly people: readonly Person[];
  /** Returns each kind of load, with tokens that hold for five minutes. */
  kinds(): Promise<readonly Kind[]>;
}

/** Signs people in, stores a document at both, and puts what the bare contender sends as files into `dir`. */
export async function prepare(portal: RunningPortal, dir: string): Promise<Material> {
  const people = await signInPeople(portal, PEOPLE, 1);
  const admin = await signIn(portal, 'admin@cytocomm.example');
  const document = await uploadPdf(portal.url, await admin.bearer(), 'Load', FILE_BYTES);
  await using pipe = await startBarePipe(portal.mongoUri);
  const bareFile = await uploadBare(pipe.url, FILE_BYTES);
  const script = await largestScript(portal.url);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'page.html'), await bytesAt(`${portal.url}/`, 'br'));
  writeFileSync(join(dir, 'file.js'), await bytesAt(portal.url + script, 'gzip'));
  const ranges = Array.from({ length: RANGES }, (_, index) => {
    // Neither in order nor at the beginning of a chunk.
    const start = ((index * 7) % RANGES) * RANGE_BYTES + 12_345;
    return `bytes=${start}-${start + RANGE_BYTES - 1}`;
  });
  const lookups = people.map((_, index) => addressOf(readUser, { email: `listener-${index}@lab.example` }));
  const list = addressOf(listPressReleases, {}, { limit: 20 });
  return {
    people,
    kinds: async () => {
      const bearers = await Promise.all(people.map((person) => person.bearer()));
      const bearer = { Authorization: bearers[0] ?? '' };
      return [
        {
          name: 'a lookup with a bearer token',
          ours: lookups.map((path, index) => get(path, { Authorization: bearers[index] ?? '' })),
          theirs: lookups.map((path) => get(path)),
        },
        { name: 'a list of 20 press releases', ours: [get(list)], theirs: [get(list)] },
        { name: 'Home', ours: [get('/', { 'Accept-Encoding': 'br' })], theirs: [get('/page.html')] },
        {
          name: 'a release file',
          ours: [get(script, { 'Accept-Encoding': 'gzip' })],
          theirs: [get('/file.js')],
        },
        {
          name: 'a range of 1 MB of a document',
          ours: ranges.map((Range) => get(document.url, { ...bearer, Range })),
          theirs: ranges.map((Range) => get(`/content/${bareFile}`, { Range })),
        },
      ];
    },
  };
}
