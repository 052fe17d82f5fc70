import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { until } from '../../../services/api/src/testing/clock.ts';
import { metricOf } from '../../../services/api/src/testing/portal.ts';
import type { EdgeProgram } from '../../../tools/commands/stack/edge.ts';
import { type SmallStack, startSmallStack } from '../../stack/testing/small-stack.ts';
import { type Account, takeAccount } from './account.ts';
import type { Trouble } from './client.ts';
import { TRIAL_SECRETS } from './command.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Full service is back within this time of the cause going away, in ms: no request is in trouble any more. */
const RECOVERY_MS = 10_000;
/** The machine may be busy. */
const PATIENCE_MS = 90_000;
/** Everything that people do; listening is one of them when a stream is opened. */
const KINDS = ['visit', 'read', 'download', 'sign-in', 'upload', 'publish'];

/** As many as `expectPatience` allows while there is no other way. */
export const ALL = Number.POSITIVE_INFINITY;

/** The processes of the API. */
export const APIS = ['api-1', 'api-2'];

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
  readonly records: Db;
  /** Waits until everything that people do was done right a few times more. */
  goOn(): Promise<void>;
  /** Lets something go wrong under traffic; `cause` resolves when it has gone away. Throws when full service does not come back. */
  suffer(cause: () => Promise<void>): Promise<Damage>;
  /** Ends the traffic, and holds what is stored and heard and was mailed against what was acknowledged. */
  account(): Promise<Account>;
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

/**
 * Expects that no answer was wrong, that at most so many requests, by default none, were put off or broke, and that
 * service came back in time.
 */
export function expectPatience({ troubles, recoveryMs }: Damage, most = 0): void {
  expect(troubles.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  // When a mail is given up is the waiting person's to say.
  const answered = troubles.filter(({ verdict }) => verdict !== 'unmailed');
  // All of them are shown when they are too many.
  expect(answered.length > most ? answered : []).toEqual([]);
  expect(recoveryMs).toBeLessThan(RECOVERY_MS);
}

/** A line of a service's log. */
interface Line {
  readonly level: string;
  readonly msg: string;
  readonly req?: { readonly path?: string };
}

/** Returns the lines that a process has logged so far, of level `warn` and above unless the trial says otherwise. */
export function linesOf({ small }: Trial, name: string): readonly Line[] {
  return readFileSync(join(small.stack.logDir, `${name}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"level"') && line.endsWith('}'))
    .map((line): Line => JSON.parse(line));
}

/** Waits until each of these processes has logged a line that begins so. */
export async function expectLog(trial: Trial, names: readonly string[], words: string): Promise<void> {
  for (const name of names)
    await until(`${name} to log "${words}"`, () => linesOf(trial, name).some(({ msg }) => msg.startsWith(words)));
}

/** Waits until a metric of each of these processes is one that is expected. */
export async function measured(
  { small }: Trial,
  names: readonly string[],
  metric: string,
  isExpected: (value: number) => boolean,
): Promise<void> {
  for (const name of names) {
    const look = async () =>
      isExpected((await metricOf(small.stack.operatorUrls.get(name) ?? '', metric)) ?? Number.NaN);
    await until(`${metric} of ${name}`, () => look().catch(() => false), PATIENCE_MS);
  }
}

/** Returns when a process of the services was started, by its metric, in seconds since 1970. */
export async function startedAt({ small }: Trial, name: string): Promise<number> {
  return (await metricOf(small.stack.operatorUrls.get(name) ?? '', 'process_start_time_seconds')) ?? 0;
}

/** Resolves when a service's process, or all, are ready. */
export async function ready({ small }: Pick<Trial, 'small'>, ...names: readonly string[]): Promise<void> {
  const processNames = names.length > 0 ? names : [...small.stack.operatorUrls.keys()];
  const isReady = async (name: string) =>
    (await fetch(`${small.stack.operatorUrls.get(name)}/readyz`).catch(() => undefined))?.ok === true;
  await until(
    `${processNames} to be ready`,
    async () => (await Promise.all(processNames.map(isReady))).every(Boolean),
    PATIENCE_MS,
  );
}

/** Starts a stack, behind nginx by default, and fifty people on it. */
export async function startTrial(
  given: Readonly<Record<string, string>> = {},
  edge: EdgeProgram = 'nginx',
): Promise<Trial> {
  await using started = new AsyncDisposableStack();
  const mails = await startMailServer();
  started.defer(() => mails.goAway());
  const small = started.use(await startSmallStack({ SMTP_URL: mails.url, ...TRIAL_SECRETS, ...given }, edge));
  const { stack, pages } = small;
  const client = await MongoClient.connect(stack.mongoUri);
  started.defer(() => client.close());
  const records = client.db();
  const crowd = await openCrowd({ url: stack.url, pages, mails, records });
  started.defer(() => crowd.end());
  const { ledger } = crowd;

  async function goOn(): Promise<void> {
    const before = ledger.right();
    const isMore = (kind: string) => (ledger.right().get(kind) ?? 0) > (before.get(kind) ?? 0) + 2;
    await until('more of all the traffic', () => KINDS.every(isMore), PATIENCE_MS);
  }

  const resources = started.move();
  return {
    ...{ small, crowd, mails, records, goOn },
    account: () => takeAccount({ crowd, mails, records, mongoUri: stack.mongoUri }),
    suffer: async (cause) => {
      await goOn();
      const startedAt = performance.now();
      await cause();
      const removedAt = performance.now();
      await ready({ small });
      await until('every listener to have a stream', () => crowd.listeners.every((each) => each.isOpen()), PATIENCE_MS);
      await goOn();
      // Who had waited for something for long is told by now, too; whose mail is lost is in this fault's trouble, no later one's.
      await crowd.signInsEnd();
      const isQuiet = () => ledger.troubles(performance.now() - 5000).length === 0;
      await until('all requests to succeed', isQuiet, PATIENCE_MS);
      await goOn();
      const troubles = ledger.troubles(startedAt);
      const answered = troubles.filter(({ verdict }) => verdict !== 'unmailed');
      return { troubles, recoveryMs: Math.max(0, ...answered.map(({ at }) => Math.round(at - removedAt))) };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
