import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, reportFailure, requestMagicLink } from '@cytocomm/contract';
import { MongoClient } from 'mongodb';
import { until } from '../../../services/api/src/testing/until.ts';
import { type SmallStack, startSmallStack } from '../../stack/testing/small-stack.ts';
import { type Client, openClient } from '../testing/client.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { type Prometheus, startPrometheus } from '../testing/prometheus.ts';
import { signIn } from '../testing/signing-in.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

// The alerts of deploy/alerts.yml, each made to fire by what it is for, on the stack and by a real Prometheus whose times are
// shorter. Each ends by itself when its cause goes away.

const PATIENCE_MS = 120_000;
const JSON_BODY = { 'Content-Type': 'application/json' };

const started = new AsyncDisposableStack();
let disk: SmallDisk;
let small: SmallStack;
let mails: MailServer;
let prometheus: Prometheus;
let client: MongoClient;
let isOver = false;

/** What people do all the time, so that there is something to count. */
async function visit(): Promise<void> {
  while (!isOver) {
    for (const path of ['/lab', '/figures', '/api/press-releases'])
      await fetch(`${small.stack.url}${path}`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    await pause(100);
  }
}

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'alarms-'));
  started.defer(() => rmSync(dir, { recursive: true, force: true }));
  mails = await startMailServer();
  started.defer(() => mails.goAway());
  disk = started.use(mountSmallDisk());
  const settings = {
    SMTP_URL: mails.url,
    DATA_DIR: join(disk.dir, 'data'),
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '..', 'testing', 'jumping-clock.ts')}`,
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
  const held = names.map((name) => small.stack.processes.get(name));
  const letGo = held.map((each) => each?.hold());
  for (const name of names) process.kill(pidOf(name), 'SIGKILL');
  await Promise.all(held.map((each) => each?.ended()));
  return () => {
    for (const each of letGo) each?.();
  };
}

/** Lets processes stand still and go on, again and again; returns what ends it. */
function falter(stillMs: number, goingMs: number, ...names: readonly string[]): () => Promise<void> {
  let isEnding = false;
  const signal = (what: NodeJS.Signals) => names.forEach((name) => void process.kill(pidOf(name), what));
  const faltering = (async () => {
    while (!isEnding) {
      signal('SIGSTOP');
      await pause(stillMs);
      signal('SIGCONT');
      await pause(goingMs);
    }
  })();
  return async () => {
    isEnding = true;
    await faltering;
  };
}

async function ask(email: string): Promise<void> {
  const body = JSON.stringify({ email });
  await openClient(small.stack.url).ask(addressOf(requestMagicLink), 202, { method: 'POST', headers: JSON_BODY, body });
}

async function people(prefix: string): Promise<readonly string[]> {
  const emails = Array.from({ length: 15 }, (_, number) => `${prefix}-${number}@x.example`);
  const rows = emails.map((email) => ({ email, name: 'X', roles: ['investor'], createdAt: new Date() }));
  await client.db().collection('users').insertMany(rows);
  return emails;
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

const ALARM_TIMEOUT_MS = 300_000;

test(
  'ProcessAway: one of two processes is away',
  async () => {
    await alarm(['ProcessAway'], () => away('api-2'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'ServiceAway: no web process answers',
  async () => {
    await alarm(['ProcessAway', 'ServiceAway'], () => away('web-1', 'web-2'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'EdgeAway: nobody reaches the portal',
  async () => {
    await alarm(['EdgeAway'], () => away('caddy'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'ClockOff: the clock of a process is an hour ahead',
  async () => {
    await alarm(['ClockOff'], async () => {
      process.kill(pidOf('api-1'), 'SIGUSR2');
      return () => process.kill(pidOf('api-1'), 'SIGUSR2');
    });
  },
  ALARM_TIMEOUT_MS,
);

test(
  'DatabaseNotWritable: the disk of the database is full',
  async () => {
    await alarm(['DatabaseNotWritable'], async () => disk.fill());
  },
  ALARM_TIMEOUT_MS,
);

test(
  'DatabaseAway, LiveFeedAway, ManyErrors, JobFails: the database is away',
  async () => {
    await alarm(['DatabaseAway', 'LiveFeedAway', 'ManyErrors', 'JobFails'], () => away('database'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'SlowAnswers: the database falters',
  async () => {
    await alarm(['SlowAnswers'], async () => falter(4000, 500, 'database'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'EventLoopBlocked: a process falters',
  async () => {
    await alarm(['EventLoopBlocked'], async () => falter(800, 150, 'api-1'));
  },
  ALARM_TIMEOUT_MS,
);

test(
  'RemoteFails: a release fails in the browsers of many',
  async () => {
    const [remote = '', release = ''] = small.pages[2]?.split('/').slice(2, 4) ?? [];
    const report = { remote, release, component: 'Lab', phase: 'render', lock: 'f'.repeat(64), reason: 'broken' };
    await alarm(['RemoteFails'], async () => {
      const tell = (reporter: Client) =>
        reporter.ask(addressOf(reportFailure), 204, {
          method: 'POST',
          headers: JSON_BODY,
          body: JSON.stringify(report),
        });
      // A process that has just faltered may refuse some for the moment.
      const isTold = (reporter: Client) => () =>
        tell(reporter).then(
          () => true,
          () => false,
        );
      await Promise.all(
        Array.from({ length: 60 }, () =>
          until('a report to be taken', isTold(openClient(small.stack.url)), PATIENCE_MS),
        ),
      );
      return () => undefined;
    });
  },
  ALARM_TIMEOUT_MS,
);

test(
  'LockTrouble: the live lock is one that is not there',
  async () => {
    await alarm(['LockTrouble'], async () => {
      const live = client.db().collection<{ _id: string; lock: string }>('live_lock');
      const before = await live.findOne({ _id: 'live' });
      if (before === null) throw new Error('There is no live lock.');
      await live.updateOne({ _id: 'live' }, { $set: { lock: 'f'.repeat(64) } });
      return () => live.replaceOne({ _id: 'live' }, before);
    });
  },
  ALARM_TIMEOUT_MS,
);

test(
  'MailsWait: the mail server is away',
  async () => {
    const emails = await people('waiting');
    await alarm(['MailsWait'], async () => {
      await mails.goAway();
      for (const email of emails) await ask(email);
      return () => mails.comeBack();
    });
  },
  ALARM_TIMEOUT_MS,
);

test(
  'NobodySignsIn: links arrive, and nobody gets in with one',
  async () => {
    const emails = await people('asking');
    await alarm(['NobodySignsIn'], async () => {
      for (const email of emails) await ask(email);
      return async () => {
        const [someone = ''] = await people('signing-in');
        await signIn(small.stack.url, someone, mails, { longestMs: 30_000 });
      };
    });
  },
  ALARM_TIMEOUT_MS,
);
