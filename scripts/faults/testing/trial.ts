import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { until } from '../../../services/api/src/testing/until.ts';
import { type SmallStack, startSmallStack } from '../../stack/testing/small-stack.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import type { Trouble } from './ledger.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Full service is back within this time of the cause going away, in ms. */
const RECOVERY_MS = 10_000;
/** The machine may be busy. */
const PATIENCE_MS = 90_000;
/** Everything that people do; listening is one of them when a stream is opened. */
const KINDS = ['visit', 'read', 'download', 'sign-in', 'upload', 'publish'];

/** What a fault has done. */
export interface Damage {
  readonly troubles: readonly Trouble[];
  /** From the cause's going away to the last request that was not answered right, in ms; 0 when there was none after it. */
  readonly recoveryMs: number;
}

/** A stack under the traffic of fifty people. */
export interface Trial extends AsyncDisposable {
  readonly small: SmallStack;
  readonly crowd: Crowd;
  readonly mails: MailServer;
  /** Waits until everything that people do was done right a few times more. */
  goOn(): Promise<void>;
  /** Lets something go wrong under traffic; `cause` resolves when it has gone away. Throws when full service does not come back. */
  suffer(what: string, cause: () => Promise<void>): Promise<Damage>;
  /** Ends the traffic, and holds what is stored and heard and was mailed against what was acknowledged. */
  account(): Promise<Account>;
}

/** What became of what was acknowledged; the lists are of what is wrong. */
export interface Account {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly double: readonly string[];
  readonly unheard: readonly string[];
  readonly resets: number;
  readonly mails: number;
  readonly mailsTwice: readonly string[];
  /** Who was promised a mail, got none, and whose mail is not on record as one that may have arrived. */
  readonly mailsLost: readonly string[];
  /** Those that are. */
  readonly mailsUncertain: number;
}

const pidOf = ({ stack }: SmallStack, name: string) => stack.processes.get(name)?.pid() ?? 0;

/** Signals a process of the stack. */
export function signal({ small }: Trial, name: string, what: NodeJS.Signals): void {
  process.kill(pidOf(small, name), what);
}

/** Kills a process of the stack, which is started again; resolves when it has ended. */
export async function kill(trial: Trial, name: string): Promise<void> {
  const ended = trial.small.stack.processes.get(name)?.ended();
  signal(trial, name, 'SIGKILL');
  await ended;
}

/** Lets a time of trouble pass, in ms: people go on meanwhile. */
export const lasts = (ms: number): Promise<void> => pause(ms);

/** Expects that all that was acknowledged is there once, was heard of, and was mailed once. */
export function expectWhole(account: Account): void {
  process.stderr.write(
    `  ${account.acknowledged} acknowledged writes, ${account.mails} mails, ${account.resets} resets, ${account.mailsUncertain} mails uncertain\n`,
  );
  expect(account).toMatchObject({ lost: [], double: [], unheard: [], mailsTwice: [], mailsLost: [] });
  expect(account.acknowledged).toBeGreaterThan(10);
}

/** Expects that nobody got a wrong answer, and that service came back in time. */
export function expectPatience({ troubles, recoveryMs }: Damage): void {
  expect(troubles.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(recoveryMs).toBeLessThan(RECOVERY_MS);
}

/** Resolves when a service's process, or all, are ready. */
export async function ready({ small }: Trial, ...names: readonly string[]): Promise<void> {
  const asked = names.length > 0 ? names : [...small.stack.operatorUrls.keys()];
  const isReady = async (name: string) =>
    (await fetch(`${small.stack.operatorUrls.get(name)}/readyz`).catch(() => undefined))?.ok === true;
  await until(`${asked} to be ready`, async () => (await Promise.all(asked.map(isReady))).every(Boolean), PATIENCE_MS);
}

const repeated = (all: readonly string[]) => all.filter((one, place) => all.indexOf(one) !== place);

/** Starts a stack, and fifty people on it. */
export async function startTrial(given: Readonly<Record<string, string>> = {}): Promise<Trial> {
  await using started = new AsyncDisposableStack();
  const mails = await startMailServer();
  started.defer(() => mails.goAway());
  const small = started.use(await startSmallStack({ SMTP_URL: mails.url, ...given }));
  const { stack, pages } = small;
  const client = await MongoClient.connect(stack.mongoUri);
  started.defer(() => client.close());
  const records = client.db();
  const crowd = await openCrowd({ url: stack.url, pages, mails, records });
  started.defer(() => crowd.end());
  const { ledger, acknowledged, listeners } = crowd;

  async function goOn(): Promise<void> {
    const before = ledger.right();
    const isMore = (kind: string) => (ledger.right().get(kind) ?? 0) > (before.get(kind) ?? 0) + 2;
    await until('more of all the traffic', () => KINDS.every(isMore), PATIENCE_MS);
  }

  async function account(): Promise<Account> {
    await crowd.settle();
    const { uploads, events, releases, promised } = acknowledged;
    const unheard = () => events.filter((id) => listeners.some(({ heard }) => !heard.has(id)));
    await until('every listener to have heard of every event', () => unheard().length === 0, 15_000).catch(
      () => undefined,
    );
    const titlesIn = async (collection: string, titles: readonly string[]) =>
      (
        await records
          .collection(collection)
          .find({ title: { $in: [...titles] } })
          .toArray()
      ).map(({ title }) => String(title));
    const idsIn = async (collection: string) =>
      (await records.collection(collection).find().toArray()).map(({ _id }) => String(_id));
    const files = await titlesIn(
      'documents',
      uploads.map(({ title }) => title),
    );
    const news = await titlesIn(
      'press_releases',
      releases.map(({ title }) => title),
    );
    const stored = new Set([...files, ...news, ...(await idsIn('events'))]);
    const wanted = [...uploads.map(({ title }) => title), ...releases.map(({ title }) => title), ...events];
    const got = new Set(mails.arrived.map(({ to }) => to));
    const missing = [...promised.keys()].filter((email) => !got.has(email));
    const rows = await records
      .collection('outbox')
      .find({ to: { $in: missing } })
      .toArray();
    const uncertain = rows.filter(
      ({ status, lastError }) => status === 'sending' || /may have arrived/.test(String(lastError)),
    );
    return {
      acknowledged: wanted.length,
      lost: wanted.filter((each) => !stored.has(each)),
      double: repeated([...files, ...news]),
      unheard: unheard(),
      resets: listeners.reduce((total, each) => total + each.resets(), 0),
      mails: mails.arrived.length,
      mailsTwice: repeated(mails.arrived.map(({ id }) => id)),
      mailsLost: missing.filter((email) => !uncertain.some(({ to }) => to === email)),
      mailsUncertain: uncertain.length,
    };
  }

  const kept = started.move();
  return {
    ...{ small, crowd, mails, goOn, account },
    suffer: async (what, cause) => {
      await goOn();
      const begun = performance.now();
      await cause();
      const gone = performance.now();
      try {
        await goOn();
        // Who had waited for something for long is told by now, too.
        const isQuiet = () => ledger.troubles(performance.now() - 5000).length === 0;
        await until('nobody to be in trouble', isQuiet, PATIENCE_MS);
        await goOn();
      } finally {
        for (const { why } of ledger.troubles(begun).filter(({ verdict }) => verdict === 'wrong'))
          quoteLogs(stack.logDir, why);
      }
      const troubles = ledger.troubles(begun);
      // When a mail is given up is the waiting person's to say.
      const answered = troubles.filter(({ verdict }) => verdict !== 'unmailed');
      const recoveryMs = Math.max(0, ...answered.map(({ at }) => Math.round(at - gone)));
      report(what, troubles, recoveryMs, gone - begun);
      return { troubles, recoveryMs };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Writes a line of what a fault has done, for docs/operations.md. */
function report(what: string, troubles: readonly Trouble[], recoveryMs: number, lastedMs: number): void {
  const counts = ['unavailable', 'broken', 'unmailed', 'wrong'].map(
    (verdict) => `${troubles.filter((each) => each.verdict === verdict).length} ${verdict}`,
  );
  process.stderr.write(
    `${what}: lasted ${(lastedMs / 1000).toFixed(1)} s; ${counts.join(', ')}; well after ${(recoveryMs / 1000).toFixed(1)} s\n`,
  );
}

/** Writes what the services' logs say of the request that is named in a wrong answer. */
function quoteLogs(logDir: string, why: string): void {
  const [, id] = /"requestId":"([\w-]+)"/.exec(why) ?? [];
  process.stderr.write(`  wrong: ${why}\n`);
  if (id === undefined) return;
  for (const file of readdirSync(logDir).filter((name) => name.endsWith('.log')))
    for (const line of readFileSync(join(logDir, file), 'utf8').split('\n'))
      if (line.includes(id)) process.stderr.write(`  ${file}: ${line.slice(0, 4000)}\n`);
}
