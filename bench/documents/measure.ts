import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, deleteDocument } from '@cytocomm/contract';
import { type Person, signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import { median } from '../statistics.ts';
import { startBare } from './bare-process.ts';
import { growthDuring } from './memory.ts';
import { type ReleaseTimes, timeReleases } from './releases.ts';
import { type BesideStalled, measureBesideStalled } from './stalled.ts';
import { download, uploadBare, uploadPdf } from './transfer.ts';

const MEGABYTE = 1_000_000;
const FILE_BYTES = 200 * MEGABYTE;
const LARGE_BYTES = 1000 * MEGABYTE;
const HONEST_BYTES = 40 * MEGABYTE;
const RANGE_BYTES = 10 * MEGABYTE;
const SMALL_RANGE_BYTES = MEGABYTE;
const SMALL_RANGES = 40;
const AT_ONCE = 20;
const PAUSE_MS = 2000;

/** Rates of the portal and of the bare contender for the same work, in MB/s: every sample. */
export interface Rates {
  readonly portal: readonly number[];
  readonly bare: readonly number[];
}

/** What was measured about documents and lists. */
export interface DocumentFigures {
  readonly download: Rates;
  readonly ranges: Rates;
  readonly smallRanges: Rates;
  readonly upload: Rates;
  /** Megabytes (2^20 bytes) by which the portal's process grew. */
  readonly downloadsMemory: number;
  readonly uploadMemory: number;
  readonly besideStalled: BesideStalled;
  readonly releases: ReleaseTimes;
}

async function rate(bytes: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return bytes / 1000 / (performance.now() - start);
}

/** Each in turn, and another first each time; one round before that counts for nothing. */
async function compare(
  rounds: number,
  bytes: number,
  portal: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<Rates> {
  const rates = { portal: [] as number[], bare: [] as number[] };
  await portal();
  await bare();
  for (let round = 0; round < rounds; round += 1) {
    const order = [
      { into: rates.portal, work: portal },
      { into: rates.bare, work: bare },
    ];
    for (const { into, work } of round % 2 === 0 ? order : order.reverse()) into.push(await rate(bytes, work));
  }
  return rates;
}

const words = ({ portal, bare }: Rates) =>
  `${Math.round(Math.max(...portal))} MB/s, bare ${Math.round(Math.max(...bare))} MB/s`;

function rangesOf(size: number, count: number): string[] {
  const step = Math.floor((FILE_BYTES - size) / count);
  // Neither in order nor at the beginning of a chunk.
  return Array.from({ length: count }, (_, index) => {
    const start = ((index * 7) % count) * step + 12_345;
    return `bytes=${start}-${start + size - 1}`;
  });
}

/** Has every way been gone once, with little. */
async function warmUp({ url }: RunningPortal, admin: Person): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const document = await uploadPdf(url, await admin.bearer(), 'Bench', MEGABYTE);
    await download(url + document.url, { Cookie: admin.cookie });
  }
}

/** Measures everything about documents in one portal: rates, memory, and lists. */
export async function measureDocuments(
  portal: RunningPortal,
  rounds: number,
  say: (line: string) => void,
): Promise<DocumentFigures> {
  await using bare = await startBare(portal.mongoUri);
  const admin: Person = await signIn(portal, 'admin@cytocomm.example');
  const { cookie } = admin;
  // Before anything else has made the process grow: memory that it holds already would hide what it needs.
  await warmUp(portal, admin);
  await pause(PAUSE_MS);
  const uploadMemory = await growthDuring(portal.pid, async () => {
    await uploadPdf(portal.url, await admin.bearer(), 'Bench, large', LARGE_BYTES);
  });
  say(`  memory during an upload of 1 GB: +${uploadMemory.toFixed(1)} MB`);
  const stored = await uploadPdf(portal.url, await admin.bearer(), 'Bench', FILE_BYTES);
  const bareUrl = `${bare.url}/${await uploadBare(bare.url, FILE_BYTES)}`;
  const url = portal.url + stored.url;
  const fromPortal = (range?: string) => download(url, { Cookie: cookie, ...(range ? { Range: range } : {}) });

  await pause(PAUSE_MS);
  const downloadsMemory = await growthDuring(portal.pid, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => fromPortal()));
  });
  say(`  memory with ${AT_ONCE} downloads at once: +${downloadsMemory.toFixed(1)} MB`);

  const honest = await uploadPdf(portal.url, await admin.bearer(), 'Bench, honest', HONEST_BYTES);
  const urls = { url: new URL(portal.url + honest.url), largeUrl: new URL(url), cookie };
  const besideStalled = await measureBesideStalled(portal.pid, urls, rounds);
  say(
    `  40 MB: ${median(besideStalled.aloneMs).toFixed(0)} ms alone, ${median(besideStalled.besideMs).toFixed(0)} ms beside ${besideStalled.readers} readers that take nothing; memory +${besideStalled.memory.toFixed(1)} MB`,
  );

  const fromBare = (range?: string) => download(bareUrl, range ? { Range: range } : {});
  const downloads = await compare(
    rounds,
    FILE_BYTES,
    () => fromPortal(),
    () => fromBare(),
  );
  say(`  download: ${words(downloads)}`);
  const ranged = async (size: number, count: number) => {
    const wanted = rangesOf(size, count);
    const each = async (get: (range: string) => Promise<unknown>) => {
      for (const range of wanted) await get(range);
    };
    return compare(
      rounds,
      size * count,
      () => each(fromPortal),
      () => each(fromBare),
    );
  };
  const ranges = await ranged(RANGE_BYTES, 10);
  say(`  ranges of 10 MB: ${words(ranges)}`);
  const smallRanges = await ranged(SMALL_RANGE_BYTES, SMALL_RANGES);
  say(`  ranges of 1 MB: ${words(smallRanges)}`);

  const remove = async (id: string) => {
    const headers = { Authorization: await admin.bearer() };
    await fetch(portal.url + addressOf(deleteDocument, { id }), { method: 'DELETE', headers });
  };
  const added: string[] = [];
  const uploads = await compare(
    rounds,
    FILE_BYTES,
    async () => {
      const { id } = await uploadPdf(portal.url, await admin.bearer(), 'Bench', FILE_BYTES);
      added.push(id);
    },
    () => uploadBare(bare.url, FILE_BYTES),
  );
  say(`  upload: ${words(uploads)}`);
  for (const id of added.splice(0)) await remove(id);

  const releases = await timeReleases(portal.url, portal.mongoUri);
  say(`  first 20 releases: ${releases.ofFewMs.toFixed(1)} ms of 20, ${releases.ofManyMs.toFixed(1)} ms of 10,000`);

  return {
    download: downloads,
    ranges,
    smallRanges,
    upload: uploads,
    downloadsMemory,
    uploadMemory,
    besideStalled,
    releases,
  };
}
