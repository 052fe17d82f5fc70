import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lock } from '@cytocomm/contract';
import { readLockRecord, signLock } from '@cytocomm/releases';
import pino from 'pino';
import { type LockFolder, LockUnusable, lockFolder } from './lock-source.ts';
import { lockedRelease, lockOf, recordOf } from './testing-lock.ts';

const first = lockOf(lockedRelease('shell'));
const second = lockOf(lockedRelease('shell'), [lockedRelease('mfe-news')]);

let dir: string;
let locks: LockFolder;
let logged: { level: number; msg: string; lock?: string; err?: { message: string } }[];

function store(lock: Lock): void {
  writeFileSync(join(dir, `${lock.id}.json`), JSON.stringify(recordOf(lock)));
}

function point(words: string): void {
  writeFileSync(join(dir, 'current'), words);
  // A file system with a coarse clock, or a copy that keeps its time: only the content says what is promoted.
  utimesSync(join(dir, 'current'), 0, 0);
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  dir = join(mkdtempSync(join(tmpdir(), 'locks-')), 'locks');
  mkdirSync(dir);
  logged = [];
  locks = lockFolder(dir, pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }));
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(join(dir, '..'), { recursive: true, force: true });
});

test('the lock that the pointer names is active with the next page', async () => {
  store(first);
  point(first.id);
  expect(await locks.current()).toEqual(first);
  store(second);
  point(`${second.id}\n`);
  expect(await locks.current()).toEqual(second);
  expect(locks.trouble()).toBeUndefined();
  expect(logged).toEqual([]);
});

describe.each([
  ['a pointer that names nothing', () => point('no id')],
  ['an empty pointer', () => point('')],
  ['a pointer to a lock that is not there', () => point('f'.repeat(64))],
  ['a pointer that is gone', () => rmSync(join(dir, 'current'))],
  [
    'a lock that is cut off',
    () => {
      writeFileSync(join(dir, `${second.id}.json`), JSON.stringify(recordOf(second)).slice(0, -20));
      point(second.id);
    },
  ],
  [
    'a lock whose words were changed',
    () => {
      writeFileSync(join(dir, `${second.id}.json`), JSON.stringify(recordOf({ ...second, remotes: [] })));
      point(second.id);
    },
  ],
])('%s', (_what, damage) => {
  test('keeps the last good lock active, is told once, and ends with the next good pointer', async () => {
    store(first);
    point(first.id);
    await locks.current();
    damage();
    for (let page = 0; page < 5; page += 1) {
      expect(await locks.current()).toEqual(first);
      jest.advanceTimersByTime(1500);
    }
    expect(locks.trouble()).toBeInstanceOf(LockUnusable);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      level: 50,
      lock: first.id,
      err: { message: expect.stringContaining(locks.trouble()?.message ?? 'none') },
    });
    store(second);
    point(second.id);
    expect(await locks.current()).toEqual(second);
    expect(locks.trouble()).toBeUndefined();
    expect(logged[1]).toMatchObject({ level: 30, lock: second.id, msg: 'a promoted lock is active again' });
  });

  test('is what is thrown where there was no good lock before', async () => {
    point('x');
    damage();
    await expect(locks.current()).rejects.toThrow(LockUnusable);
    store(first);
    point(first.id);
    expect(await locks.current()).toEqual(first);
    expect(locks.trouble()).toBeUndefined();
    expect(logged).toEqual([]);
  });
});

test('a pointer that is missing and one that cannot be read are told apart, with the cause', async () => {
  await expect(locks.current()).rejects.toThrow(`${join(dir, 'current')} is missing: no lock has been promoted`);
  mkdirSync(join(dir, 'current'));
  await expect(locks.current()).rejects.toThrow(/current cannot be read: .*EISDIR/);
});

describe('a page whose reading of a lock takes longer than that of the next page', () => {
  let early: Promise<Lock>;
  let rest: FileHandle;

  /** The file of the second lock begins to arrive, and a page waits for its end. */
  beforeEach(async () => {
    store(first);
    point(first.id);
    await locks.current();
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    linkSync(pipe, join(dir, `${second.id}.json`));
    point(second.id);
    early = locks.current();
    // Opens when the page has opened the other end.
    rest = await open(pipe, 'w');
  });
  afterEach(async () => {
    await rest.close();
    await early;
  });

  test('does not report the lock that the next page has made active', async () => {
    rmSync(join(dir, `${second.id}.json`));
    store(second);
    expect(await locks.current()).toEqual(second);
    await rest.close();
    expect(await early).toEqual(second);
    expect(locks.trouble()).toBeUndefined();
    expect(logged).toEqual([]);
  });

  test('does not report a lock that was taken back meanwhile', async () => {
    point(first.id);
    expect(await locks.current()).toEqual(first);
    await rest.close();
    expect(await early).toEqual(first);
    expect(locks.trouble()).toBeUndefined();
    expect(logged).toEqual([]);
  });

  test('does not put the earlier lock in place of a later one', async () => {
    point(first.id);
    expect(await locks.current()).toEqual(first);
    await rest.writeFile(JSON.stringify(recordOf(second)));
    await rest.close();
    expect(await early).toEqual(first);
  });

  test('does not hide what the next page found', async () => {
    point('no id');
    await locks.current();
    await rest.writeFile(JSON.stringify(recordOf(second)));
    await rest.close();
    expect(await early).toEqual(first);
    expect(locks.trouble()).toBeInstanceOf(LockUnusable);
  });
});

test('a lock whose file comes after its pointer is active a second later', async () => {
  store(first);
  point(first.id);
  await locks.current();
  point(second.id);
  expect(await locks.current()).toEqual(first);
  store(second);
  jest.advanceTimersByTime(1000);
  expect(await locks.current()).toEqual(second);
});

test('with keys, a lock that none of them has signed is refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = lockFolder(dir, undefined, [publicKey]);
  store(first);
  point(first.id);
  await expect(signed.current()).rejects.toThrow('is not signed by a key of LOCK_PUBLIC_KEYS');
  const record = readLockRecord(recordOf(first));
  writeFileSync(join(dir, `${first.id}.json`), JSON.stringify(signLock(record, privateKey)));
  expect(await signed.current()).toEqual(first);
});

test('a canary comes with the live lock; one that cannot be used is left out and told once', async () => {
  store(first);
  const canary = { lock: second.id, share: { percent: 5 }, startedAt: '2026-01-01T00:00:00.000Z' };
  point(JSON.stringify({ lock: first.id, canary, switchedOff: [{ remote: 'mfe-a', reason: 'broken' }] }));
  for (let page = 0; page < 3; page += 1) {
    expect(await locks.served()).toEqual({ live: first, switchedOff: ['mfe-a'] });
    jest.advanceTimersByTime(1500);
  }
  expect(logged.map(({ msg }) => msg)).toEqual(['a canary cannot be used; everybody gets the live lock']);
  store(second);
  expect(await locks.served()).toMatchObject({ live: first, canary: { lock: second, share: { percent: 5 } } });
});
