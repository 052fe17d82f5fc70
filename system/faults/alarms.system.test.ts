import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newUserRecord, openReleaseDesk } from '@cytocomm/api';
import { addressOf, markNotificationsRead, reportFailure, requestMagicLink } from '@cytocomm/contract';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { MongoClient } from 'mongodb';
import { until } from '../../services/api/src/testing/clock.ts';
import { readSecrets } from '../../tools/commands/portal/data-dir.ts';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import { runScript } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { type SmallStack, startSmallStack } from '../stack/testing/small-stack.ts';
import { openClient, signIn } from './testing/client.ts';
import { mountSmallDisk, type SmallDisk } from './testing/machine.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';
import { type Prometheus, startPrometheus } from './testing/prometheus.ts';

// The alerts of deploy/alerts.yml, each made to fire by what it is for, on the stack and by a real Prometheus whose times are
// shorter. Each ends when its cause goes away.

/** The longest of the rules waits for an hour, which is two minutes here. */
const PATIENCE_MS = 180_000;
const JSON_BODY = { 'Content-Type': 'application/json' };

const started = new AsyncDisposableStack();
let disk: SmallDisk;
let small: SmallStack;
let mails: MailServer;
let prometheus: Prometheus;
let client: MongoClient;
/** What the services load before they start, which lets the test move their clock, memory and version. */
const LOADED = [
  join(import.meta.dirname, 'testing', 'jumping-clock.ts'),
  join(import.meta.dirname, 'testing', 'growing-memory.ts'),
  join(import.meta.dirname, 'testing', 'another-version.ts'),
];

let dir: string;
let isOver = false;

/** What processes that start find there they take for their version (another-version.ts). */
const versionFile = () => join(dir, 'version');

/** What people do all the time, so that there is something to count. */
async function visit(): Promise<void> {
  while (!isOver) {
    for (const path of ['/lab', '/figures', '/api/press-releases'])
      await fetch(`${small.stack.url}${path}`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    await pause(100);
  }
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'alarms-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  mails = await startMailServer();
  started.defer(() => mails.goAway());
  disk = started.use(mountSmallDisk());
  const settings = {
    SMTP_URL: mails.url,
    DATA_DIR: join(disk.dir, 'data'),
    NODE_OPTIONS: LOADED.map((path) => `--import ${path}`).join(' '),
    ANOTHER_VERSION_FILE: versionFile(),
  };
  small = started.use(await startSmallStack(settings, 'caddy'));
  client = await MongoClient.connect(small.stack.mongoUri);
  started.defer(() => client.close());
  const placesOf = (service: string) =>
    [...small.stack.operatorUrls].filter(([name]) => name.startsWith(service)).map(([, url]) => new URL(url).host);
  const edge = small.stack.edges.map(({ metricsUrl }) => new URL(metricsUrl).host);
  prometheus = started.use(await startPrometheus(dir, { api: placesOf('api'), web: placesOf('web'), edge }));
  const visitors = Array.from({ length: 5 }, visit);
  started.defer(async () => {
    isOver = true;
    await Promise.all(visitors);
  });
}, 240_000);
afterAll(() => started.disposeAsync(), 120_000);

const pidOf = (name: string) => small.stack.processes.get(name)?.pid() ?? 0;

/** Kills processes and keeps them away; returns what has them started again. */
async function away(...names: readonly string[]): Promise<() => void> {
  const pausedProcesses = names.map((name) => small.stack.processes.get(name));
  const letGo = pausedProcesses.map((each) => each?.hold());
  for (const name of names) process.kill(pidOf(name), 'SIGKILL');
  await Promise.all(pausedProcesses.map((each) => each?.ended()));
  return () => {
    for (const each of letGo) each?.();
  };
}

/** Pauses a process repeatedly, and lets it go on for as long as `go` takes; returns the function that ends it. */
function falter(name: string, stillMs: number, go: () => Promise<unknown>): () => Promise<void> {
  let isEnding = false;
  const faltering = (async () => {
    while (!isEnding) {
      process.kill(pidOf(name), 'SIGSTOP');
      await pause(stillMs);
      process.kill(pidOf(name), 'SIGCONT');
      await go();
    }
  })();
  return () => {
    isEnding = true;
    return faltering;
  };
}

async function ask(email: string): Promise<void> {
  const body = JSON.stringify({ email });
  await openClient(small.stack.url).ask(addressOf(requestMagicLink), 202, { method: 'POST', headers: JSON_BODY, body });
}

async function people(prefix: string): Promise<readonly string[]> {
  const emails = Array.from({ length: 15 }, (_, number) => `${prefix}-${number}@x.example`);
  const rows = emails.map((email) => newUserRecord({ email, name: 'X', roles: ['investor'] }));
  await client.db().collection('users').insertMany(rows);
  return emails;
}

/** Shorter than what takes a database for away, in ms. */
const STALL_MS = 1000;

/** Lets the database answer between stalls only, and ten people ask for what waits for it three times; returns the function that ends both. */
async function stallDatabase(): Promise<() => Promise<unknown>> {
  const [email = ''] = await people('reading');
  const reader = await signIn(small.stack.url, email, mails, { longestMs: 30_000 });
  const body = JSON.stringify({ upTo: new Date().toISOString(), ids: ['none'] });
  const ask = () => reader.ask(addressOf(markNotificationsRead), 204, { method: 'POST', headers: JSON_BODY, body });
  // With a token from here on.
  await ask();
  let isEnding = false;
  const askOn = async () => {
    while (!isEnding) await ask().catch(() => pause(STALL_MS));
  };
  const asking = Promise.all(Array.from({ length: 10 }, askOn));
  // What waited is answered when a ping is.
  const end = falter('database', STALL_MS, () => client.db().command({ ping: 1 }));
  return () => {
    isEnding = true;
    return Promise.all([end(), asking]);
  };
}

/** Makes all of the alerts fire by a cause, which returns how it ends; then all of them are over. */
async function alarm(alerts: readonly string[], cause: () => Promise<() => unknown>): Promise<void> {
  const quiet = await prometheus.firing();
  expect(alerts.filter((each) => quiet.has(each))).toEqual([]);
  const seen = new Set<string>();
  const end = await cause();
  try {
    const isFired = async () => {
      for (const each of await prometheus.firing()) seen.add(each);
      return alerts.every((each) => seen.has(each));
    };
    await until(`${alerts.join(', ')} to fire`, isFired, PATIENCE_MS).catch((error: unknown) => {
      throw new Error(`${String(error)} Others did: ${[...seen].join(', ')}.`);
    });
  } finally {
    await end();
  }
  await until('every alert to be over', async () => (await prometheus.firing()).size === 0, PATIENCE_MS);
}

jest.setTimeout(420_000);

test('ProcessAway: one of two processes is away', async () => {
  await alarm(['ProcessAway'], () => away('api-2'));
});

test('ServiceAway: no web process answers', async () => {
  await alarm(['ProcessAway', 'ServiceAway'], () => away('web-1', 'web-2'));
});

test('EdgeAway: the portal is unreachable', async () => {
  await alarm(['EdgeAway'], () => away('caddy'));
});

test('ClockOff: the clock of a process is an hour ahead', async () => {
  await alarm(['ClockOff'], async () => {
    process.kill(pidOf('api-1'), 'SIGUSR2');
    return () => process.kill(pidOf('api-1'), 'SIGUSR2');
  });
});

test('DatabaseNotWritable, DiskNearlyFull: the disk of the database is full', async () => {
  await alarm(['DatabaseNotWritable', 'DiskNearlyFull'], async () => disk.fill());
});

test('DatabaseAway, LiveFeedAway, ManyErrors, JobFails: the database is away', async () => {
  await alarm(['DatabaseAway', 'LiveFeedAway', 'ManyErrors', 'JobFails'], () => away('database'));
});

test('SlowAnswers: the database stalls', async () => {
  await alarm(['SlowAnswers'], stallDatabase);
});

test('EventLoopBlocked: a process falters', async () => {
  await alarm(['EventLoopBlocked'], async () => falter('api-1', 800, () => pause(150)));
});

/** Runs what the runbook says, as the operator of this portal. */
async function runRelease(...words: readonly string[]): Promise<void> {
  const settings = { NODE_ENV: 'test', DATA_DIR: join(disk.dir, 'data'), MONGODB_URI: small.stack.mongoUri };
  expect(await runScript('release', words, settings)).toMatchObject({ code: 0 });
}

/** Publishes a version of a remote of the stack and promotes it. */
async function promote(remote: string, version: string): Promise<WorkspaceBuild> {
  const secrets = readSecrets(join(disk.dir, 'data'));
  await using desk = await openReleaseDesk({ NODE_ENV: 'test', ...secrets, MONGODB_URI: small.stack.mongoUri });
  const build = fakeBuild(dir, remote, { version });
  await publishBuilds(desk, [build], { by: 'test', reason: 'another lock' });
  return build;
}

test('RemoteFails: a release fails in the browsers of many, until it is rolled back', async () => {
  const broken = await promote('mfe-lab', '1.0.1');
  const { name: remote, release } = broken.release;
  const report = { remote, release, component: 'Lab', phase: 'render', lock: 'f'.repeat(64), reason: 'broken' };
  /** Whether visitors get the release. */
  const isServed = async () => (await (await fetch(`${small.stack.url}/lab`)).text()).includes(release);
  await until('the release to be served', isServed, PATIENCE_MS);
  const reporters = Array.from({ length: 60 }, () => openClient(small.stack.url));
  const asking = { method: 'POST', headers: JSON_BODY, body: JSON.stringify(report) };
  const closing = new AbortController();
  // Browsers report as long as pages are of that release. A process that has just faltered may refuse some right now.
  const browsing = (async () => {
    while (!closing.signal.aborted) {
      if (await isServed().catch(() => false))
        await Promise.allSettled(reporters.map((each) => each.ask(addressOf(reportFailure), 204, asking)));
      await pause(1000);
    }
  })();
  try {
    await alarm(['RemoteFails'], async () => () => runRelease('rollback', remote));
    expect(await isServed()).toBe(false);
  } finally {
    closing.abort();
    await browsing;
  }
});

test('LockTrouble: the live lock is one that is not there, until it is rolled back', async () => {
  await alarm(['LockTrouble'], async () => {
    const live = client.db().collection<{ _id: string; lock: string }>('live_lock');
    const { modifiedCount } = await live.updateOne({ _id: 'live' }, { $set: { lock: 'f'.repeat(64) } });
    expect(modifiedCount).toBe(1);
    return () => runRelease('rollback');
  });
});

test('DifferentLocks: a web process cannot write the lock that was promoted', async () => {
  await alarm(['DifferentLocks', 'LockTrouble'], async () => {
    const locks = join(small.stack.logDir, 'web-2', 'locks');
    renameSync(locks, `${locks}.away`);
    writeFileSync(locks, 'a file in its place');
    await promote('mfe-lab', '1.0.2');
    return () => {
      rmSync(locks);
      renameSync(`${locks}.away`, locks);
    };
  });
});

test('OneVersionEach: a deployment stops half-way', async () => {
  const restart = async () => (await away('api-2'))();
  await alarm(['OneVersionEach'], async () => {
    writeFileSync(versionFile(), '99.0.0');
    await restart();
    return () => {
      rmSync(versionFile());
      return restart();
    };
  });
});

test('MemoryGrows: a process holds 900 MB, until it is started again', async () => {
  await alarm(['MemoryGrows'], async () => {
    process.kill(pidOf('api-1'), 'SIGIO');
    return async () => (await away('api-1'))();
  });
});

test('MailsGivenUp: sign-in mails wait for longer than an hour', async () => {
  const emails = await people('late');
  await alarm(['MailsGivenUp'], async () => {
    await mails.goAway();
    for (const email of emails) await ask(email);
    // The hour is over; the test shortens it.
    const late = { $set: { createdAt: new Date(Date.now() - 61 * 60_000) } };
    const { matchedCount } = await client
      .db()
      .collection('outbox')
      .updateMany({ to: { $in: emails } }, late);
    expect(matchedCount).toBe(emails.length);
    return () => mails.comeBack();
  });
  const rows = await client
    .db()
    .collection('outbox')
    .find({ to: { $in: emails }, status: 'failed' })
    .toArray();
  expect(rows).toHaveLength(emails.length);
});

test('BackupTooOld: no backup has succeeded since yesterday morning', async () => {
  const backups = client.db().collection<{ _id: string; begunAt: Date; bytes: number }>('backups');
  const note = (begunAt: Date) => backups.replaceOne({ _id: 'last' }, { begunAt, bytes: 1 }, { upsert: true });
  await alarm(['BackupTooOld'], async () => {
    await note(new Date(Date.now() - 31 * 3_600_000));
    return () => note(new Date());
  });
  // Hours are minutes here: it would fire again.
  await backups.deleteOne({ _id: 'last' });
});

test('MailsWait: the mail server is away', async () => {
  const emails = await people('waiting');
  await alarm(['MailsWait'], async () => {
    await mails.goAway();
    for (const email of emails) await ask(email);
    return () => mails.comeBack();
  });
});

test('NobodySignsIn: links arrive, and no sign-in succeeds', async () => {
  const emails = await people('asking');
  await alarm(['NobodySignsIn'], async () => {
    for (const email of emails) await ask(email);
    return async () => {
      const [someone = ''] = await people('signing-in');
      await signIn(small.stack.url, someone, mails, { longestMs: 30_000 });
    };
  });
});
