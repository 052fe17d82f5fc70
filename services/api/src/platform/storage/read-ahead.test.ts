import fc from 'fast-check';
import { createReadAhead, type Grant, type ReaderShare } from './read-ahead.ts';

const CHUNK = 10;
const MAX = 32 * CHUNK;
const MAX_CROWD = 16 * CHUNK;

const create = () => createReadAhead(MAX, MAX_CROWD);
const networks = (count: number) => Array.from({ length: count }, (_, number) => `198.51.100.${number}`);

/** Takes a chunk whenever there is one for the share, and keeps it. Returns how many it has. */
function hoard(share: ReaderShare): () => number {
  let count = 0;
  const more = async (): Promise<void> => {
    (await share.take(CHUNK)).arrived();
    count += 1;
    return more();
  };
  void more();
  return () => count;
}

/** Resolves when everything has come that comes without anybody's doing. */
const flush = () => new Promise((resolve) => setImmediate(resolve));

describe('an honest reader', () => {
  it.each([10, 20, 40, 100])(
    'has its turn at once while ten readers from each of %d networks keep all they get',
    async (count) => {
      const readAhead = create();
      const shares = networks(count).flatMap((network) => Array.from({ length: 10 }, () => readAhead.open(network)));
      const hoards = shares.map(hoard);
      await flush();
      expect(hoards.reduce((sum, bytesOf) => sum + bytesOf(), 0)).toBeGreaterThan(0);
      const honest = readAhead.open('192.0.2.1');
      for (let size = CHUNK; size <= 8 * CHUNK; size *= 2) {
        const grant = honest.takeAtOnce(size);
        expect([size, grant]).toEqual([size, expect.anything()]);
        grant?.arrived();
        grant?.giveBack();
      }
    },
  );

  it('has its turn at once while one reader from each of 100 networks comes again and again', async () => {
    const readAhead = create();
    for (const network of networks(100)) {
      const share = readAhead.open(network);
      share.noteStalled();
      share.close();
    }
    for (const network of networks(100)) hoard(readAhead.open(network));
    await flush();
    expect(readAhead.taken()).toBe(MAX_CROWD);
    expect(readAhead.open('192.0.2.1').takeAtOnce(8 * CHUNK)).toBeDefined();
  });

  it.each([10, 20, 40, 100])(
    'begins after a few others when ten from each of %d networks come in the same instant',
    async (count) => {
      const readAhead = create();
      const grants: { readonly network: string; readonly arrived: () => void }[] = [];
      const begin = async (network: string) => grants.push({ network, ...(await readAhead.open(network).take(0)) });
      for (const network of networks(count)) for (let reader = 0; reader < 10; reader += 1) void begin(network);
      void begin('192.0.2.1');
      await flush();
      const first = grants.length;
      expect(first).toBeLessThan(10);
      for (const { arrived } of grants.slice(0, first)) arrived();
      await flush();
      expect(grants.map(({ network }) => network)).toContain('192.0.2.1');
    },
  );

  it('has memory left beside networks that keep all they get without having stalled', async () => {
    const readAhead = create();
    const [first = () => 0, second = () => 0] = networks(2).map((network) => hoard(readAhead.open(network)));
    await flush();
    for (const bytesOf of [first, second]) expect(bytesOf()).toBeLessThanOrEqual(16);
    expect(readAhead.open('192.0.2.1').takeAtOnce(CHUNK)).toBeDefined();
  });
});

it('the bound holds and all comes back, in any order of taking, giving back and noting', async () => {
  const step = fc.record({
    network: fc.integer({ min: 0, max: 4 }),
    deed: fc.constantFrom('take', 'take', 'at once', 'arrived', 'back', 'stall', 'close'),
    size: fc.integer({ min: 1, max: MAX + 20 }),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const readAhead = create();
      const shares = Array.from({ length: 5 }, (_, network) =>
        Array.from({ length: network * 2 + 1 }, () => readAhead.open(String(network))),
      );
      const grants: Grant[] = [];
      let waiting = 0;
      for (const { network, deed, size, which } of steps) {
        const share = shares[network]?.[which % (network * 2 + 1)];
        const grant = grants[which % Math.max(1, grants.length)];
        if (deed === 'take') {
          waiting += 1;
          void share?.take(size).then((grant) => {
            waiting -= 1;
            grants.push(grant);
          });
        } else if (deed === 'at once') {
          const grant = share?.takeAtOnce(size);
          if (grant) grants.push(grant);
        } else if (deed === 'arrived') grant?.arrived();
        else if (deed === 'back') {
          grant?.arrived();
          grant?.giveBack();
        } else if (deed === 'stall') share?.noteStalled();
        else share?.close();
        await Promise.resolve();
        expect(readAhead.taken()).toBeLessThanOrEqual(MAX + MAX_CROWD);
      }
      while (grants.length > 0 || waiting > 0) {
        for (const { arrived, giveBack } of grants.splice(0)) {
          arrived();
          giveBack();
        }
        await flush();
      }
      expect(readAhead.taken()).toBe(0);
    }),
    { numRuns: 50 },
  );
});

it('a reader that leaves before its turn delays no other, and waits no more', async () => {
  const readAhead = create();
  const grantsHeld = await Promise.all(networks(8).map((network) => readAhead.open(network).take(0)));
  const abort = new AbortController();
  const pending = readAhead.open('192.0.2.1').take(0, abort.signal);
  const next = readAhead.open('192.0.2.1').take(0);
  abort.abort();
  await expect(pending).rejects.toBe(abort.signal.reason);
  grantsHeld[0]?.arrived();
  await expect(next).resolves.toEqual(expect.anything());
});
