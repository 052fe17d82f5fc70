import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../portal/person.ts';
import { startPortal } from '../portal/portal.ts';
import { startBare } from '../portal/processes.ts';
import { alone, compare, inTurn, median, megabytes, milliseconds, type Part, type Target, timeOf } from '../report.ts';
import { growthDuring, measureBeside } from './stalled.ts';
import { download, MEGABYTE, uploadBare, uploadPdf } from './transfer.ts';

/** Sizes are megabytes; `beside` are readers that take nothing, and the size of the document that somebody else takes meanwhile. */
const FULL = {
  ...{ fileMB: 200, largeMB: 1000, rangeMB: 10, ranges: 10, downloads: 20, warmUps: 5, settleMs: 2000, stallMs: 3000 },
  beside: [
    ...[10, 20, 40, 100].map((addresses) => ({ mb: 40, addresses, ofAddress: 10, again: false })),
    { mb: 6, addresses: 10, ofAddress: 20, again: true },
  ],
};
const SMOKE = {
  ...{ fileMB: 8, largeMB: 16, rangeMB: 2, ranges: 2, downloads: 2, warmUps: 1, settleMs: 0, stallMs: 200 },
  beside: [false, true].map((again) => ({ mb: 4, addresses: 1, ofAddress: 10, again })),
};

const TRANSFER_TARGET: Target = { ratioAtLeast: 0.85 };
const RANGES_TARGET: Target = { ratioAtLeast: 0.9 };
const STALLED = ['take nothing', { ratioAtMost: 1.5 }] as const;
const COMERS = ['come again and again', { ratioAtMost: 3 }] as const;
/** By how many megabytes (2^20 bytes) the portal's process may grow. */
const DOWNLOADS_MEMORY_TARGET: Target = { atMost: 48 };
const MEMORY_TARGET: Target = { atMost: 64 };

const rate = (value: number) => `${value.toFixed(0)} MB/s`;

/** Rates of the portal and of the bare contender for the same work, in MB/s: every sample. */
interface Rates {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Works in turn; one round before that counts for nothing. */
async function ratesOf(
  bytes: number,
  rounds: number,
  works: readonly [ours: () => Promise<unknown>, theirs: () => Promise<unknown>],
): Promise<Rates> {
  const sides = works.map((work) => async () => bytes / 1000 / (await timeOf(work)));
  await inTurn(sides, 1);
  const [ours = [], theirs = []] = await inTurn(sides, rounds);
  return { ours, theirs };
}

/** Ranges over a whole file, neither in order nor at the beginning of a chunk. */
function rangesOf(fileBytes: number, size: number, count: number): readonly string[] {
  const step = Math.floor((fileBytes - size - 12_345) / count);
  return Array.from({ length: count }, (_, index) => {
    const start = ((index * 7) % count) * step + 12_345;
    return `bytes=${start}-${start + size - 1}`;
  });
}

/** Measures downloads, uploads and ranges beside the bare contender in turn, and what documents cost the portal's process in memory. */
export const documents: Part = async ({ workDir, runs, smoke, say }) => {
  const size = smoke ? SMOKE : FULL;
  await using portal = await startPortal(join(workDir, 'portal'));
  await using bare = await startBare(portal.mongoUri);
  const admin = await signIn(portal, 'admin@cytocomm.example');
  const { cookie } = admin;
  const upload = async (title: string, mb: number) => {
    const { url } = await uploadPdf(portal.url, await admin.bearer(), title, mb * MEGABYTE);
    return { url: portal.url + url, bytes: mb * MEGABYTE };
  };
  const fileBytes = size.fileMB * MEGABYTE;

  // Before anything else has made the process grow: memory that it holds already would hide what it needs.
  for (let time = 0; time < size.warmUps; time += 1) {
    const small = await upload('Bench', 1);
    await download(small.url, small.bytes, { Cookie: cookie });
  }
  await pause(size.settleMs);
  const uploadMemory = await growthDuring(portal.pid, () => upload('Bench, large', size.largeMB));
  say(`  memory during an upload of ${size.largeMB} MB: +${uploadMemory.toFixed(1)} MB`);
  const { url } = await upload('Bench', size.fileMB);
  const bareUrl = `${bare.url}/content/${await uploadBare(bare.url, fileBytes)}`;
  const fromPortal = (bytes: number, range?: string) =>
    download(url, bytes, { Cookie: cookie, ...(range && { Range: range }) });
  const fromBare = (bytes: number, range?: string) => download(bareUrl, bytes, range ? { Range: range } : {});

  await pause(size.settleMs);
  const downloadsMemory = await growthDuring(portal.pid, () =>
    Promise.all(Array.from({ length: size.downloads }, () => fromPortal(fileBytes))),
  );
  say(`  memory with ${size.downloads} downloads at once: +${downloadsMemory.toFixed(1)} MB`);

  const beside: ((typeof size.beside)[number] & Awaited<ReturnType<typeof measureBeside>>)[] = [];
  const pace = { rounds: runs, pauseMs: size.stallMs };
  for (const readers of size.beside) {
    const files = { ...(await upload('Bench, beside', readers.mb)), readUrl: url };
    beside.push({ ...readers, ...(await measureBeside(portal.pid, cookie, files, { ...readers, ...pace })) });
  }

  const downloads = await ratesOf(fileBytes, runs, [() => fromPortal(fileBytes), () => fromBare(fileBytes)]);
  const wanted = rangesOf(fileBytes, size.rangeMB * MEGABYTE, size.ranges);
  const each = (get: typeof fromPortal) => async () => {
    for (const range of wanted) await get(size.rangeMB * MEGABYTE, range);
  };
  const ranges = await ratesOf(size.rangeMB * MEGABYTE * size.ranges, runs, [each(fromPortal), each(fromBare)]);
  say('  uploads');
  const uploadBoth = [() => upload('Bench', size.fileMB), () => uploadBare(bare.url, fileBytes)] as const;
  const uploads = await ratesOf(fileBytes, runs, uploadBoth);

  const memoryRow = (what: string, ours: number, target: Target) =>
    alone('documents', `memory, ${what}`, megabytes, ours, target);
  // The best of the rounds: other work of the machine only slows them down.
  const transfer = (label: string, { ours, theirs }: Rates, target: Target) =>
    compare('documents', label, rate, [Math.max(...ours), Math.max(...theirs)], 'bare GridFS and pipe', target);
  const file = `${size.fileMB} MB`;
  const besideRow = ({ mb, readers, addresses, again, aloneMs, besideMs }: (typeof beside)[number]) => {
    const [doing, target] = again ? COMERS : STALLED;
    const label = `download, ${mb} MB, beside ${readers} readers of ${addresses} addresses that ${doing}`;
    return compare('documents', label, milliseconds, [median(besideMs), median(aloneMs)], 'alone', target);
  };
  const rows = [
    transfer(`download, ${file}`, downloads, TRANSFER_TARGET),
    transfer(`download, ranges of ${size.rangeMB} MB`, ranges, RANGES_TARGET),
    transfer(`upload, ${file}`, uploads, TRANSFER_TARGET),
    memoryRow(`${size.downloads} downloads of ${file}`, downloadsMemory, DOWNLOADS_MEMORY_TARGET),
    ...beside.map(besideRow),
    ...beside.slice(0, -2).map(({ readers, memory }) => memoryRow(`${readers} stalled readers`, memory, MEMORY_TARGET)),
    memoryRow(`upload of ${size.largeMB} MB`, uploadMemory, MEMORY_TARGET),
  ];
  const figures = { downloads, ranges, uploads, downloadsMemory, uploadMemory, beside };
  return { rows, figures };
};
