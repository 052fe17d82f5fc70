import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, completeSignIn, listPressReleases, readUser, requestMagicLink } from '@cytocomm/contract';
import { MongoClient } from 'mongodb';
import { uploadBare, uploadPdf } from '../documents/transfer.ts';
import { addPeople, newTokens, type Person, signIn } from '../portal/person.ts';
import { answerOf, type RunningPortal } from '../portal/portal.ts';
import { type Ask, fire } from './cannon.ts';

const RANGE_BYTES = 1_000_000;
const RANGES = 15;
const FILE_BYTES = (RANGES + 5) * RANGE_BYTES;

/** What the portal is sent, and what the bare contender is sent for the same. */
export interface Asks {
  readonly ours: readonly Ask[];
  readonly theirs: readonly Ask[];
}

/** A kind of load. Each round has its own requests: tokens end after five minutes, and a link is followed once. */
export interface Kind {
  readonly name: string;
  asks(round: number): Promise<Asks>;
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Ask => ({ method: 'GET', path, headers });

/** The largest script that Home names, and its bytes packed with gzip. */
async function largestScript(url: string): Promise<{ readonly path: string; readonly body: Buffer }> {
  const page = (await answerOf(url, 'identity')).body.toString();
  const paths = new Set([...page.matchAll(/"(\/releases\/[^"]+\.js)"/g)].flatMap(([, path]) => path ?? []));
  const scripts = [...paths].map(async (path) => ({ path, body: (await answerOf(url + path, 'gzip')).body }));
  const [largest] = (await Promise.all(scripts)).toSorted((a, b) => b.body.length - a.body.length);
  if (largest === undefined) throw new Error('Home names no script');
  return largest;
}

/** Returns each kind of load. Stores a document at both, and puts what the bare contender sends as files into `dir`. */
export async function makeKinds(
  portal: RunningPortal,
  bareUrl: string,
  dir: string,
  people: readonly Person[],
): Promise<readonly Kind[]> {
  const admin = await signIn(portal, 'admin@cytocomm.example');
  const document = await uploadPdf(portal.url, await admin.bearer(), 'Load', FILE_BYTES);
  const bareFile = await uploadBare(bareUrl, FILE_BYTES);
  const script = await largestScript(portal.url);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'page.html'), (await answerOf(portal.url, 'br')).body);
  writeFileSync(join(dir, 'file.js'), script.body);
  const ranges = Array.from({ length: RANGES }, (_, index) => {
    // Neither in order nor at the beginning of a chunk.
    const start = ((index * 7) % RANGES) * RANGE_BYTES + 12_345;
    return `bytes=${start}-${start + RANGE_BYTES - 1}`;
  });
  const lookups = people.map(({ email }) => addressOf(readUser, { email }));
  const list = addressOf(listPressReleases, {}, { limit: 20 });
  const always = (name: string, our: Ask, their: Ask): Kind => ({
    name,
    asks: () => Promise.resolve({ ours: [our], theirs: [their] }),
  });
  const lookUp = async (): Promise<Asks> => {
    const bearers = await Promise.all(people.map((person) => person.bearer()));
    const ours = lookups.map((path, index) => get(path, { Authorization: bearers[index] ?? '' }));
    return { ours, theirs: lookups.map((path) => get(path)) };
  };
  const takeRanges = async (): Promise<Asks> => {
    const Authorization = await admin.bearer();
    const ours = ranges.map((Range) => get(document.url, { Authorization, Range }));
    return { ours, theirs: ranges.map((Range) => get(`/content/${bareFile}`, { Range })) };
  };
  return [
    { name: 'a lookup with a bearer token', asks: lookUp },
    always('a list of 20 press releases', get(list), get(list)),
    always('Home', get('/', { 'Accept-Encoding': 'br' }), get('/page.html')),
    always('a release file', get(script.path, { 'Accept-Encoding': 'gzip' }), get('/file.js')),
    { name: 'a range of 1 MB of a document', asks: takeRanges },
  ];
}

/** Returns the load of so many completed sign-ins: the portal has mailed links to new people, the bare contender has as many tokens. */
export function signInsOf(portal: RunningPortal, count: number): Kind {
  const asks = async (round: number): Promise<Asks> => {
    const emails = Array.from({ length: count }, (_, number) => `load-${round}-${number}@lab.example`);
    const bareTokens = emails.map((email) => ({ email, token: randomBytes(24).toString('base64url') }));
    await addPeople(portal.mongoUri, emails, 'investor');
    await using client = await MongoClient.connect(portal.mongoUri);
    const links = client.db().collection('bare_links');
    await links.createIndex({ email: 1 });
    await links.insertMany(bareTokens.map((each) => ({ ...each })));
    const post = (path: string, body: object, number: number): Ask => {
      // Each from a network address of its own.
      const address = { 'X-Forwarded-For': `198.18.${100 + round}.${number}` };
      const headers = { 'Content-Type': 'application/json', Origin: portal.url, ...address };
      return { method: 'POST', path, headers, body: JSON.stringify(body) };
    };
    const requests = emails.map((email, number) => post(addressOf(requestMagicLink), { email }, number));
    const tokens = await newTokens(portal.mailUrl, emails, () =>
      fire(portal.url, requests, { requests: requests.length }),
    );
    const complete = (email: string, token: string | undefined, number: number) =>
      post(addressOf(completeSignIn), { email, token }, number);
    return {
      ours: emails.map((email, number) => complete(email, tokens[number], number)),
      theirs: bareTokens.map(({ email, token }, number) => complete(email, token, number)),
    };
  };
  return { name: 'a completed sign-in', asks };
}
