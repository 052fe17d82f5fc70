import { addressOf, changeUserGroup } from '@cytocomm/contract';
import { startMailboxProcess } from '@cytocomm/mailbox';
import { processorTimeOf } from '../release-files/asking.ts';
import { ADMIN, emailOf, fill } from '../sign-in/people.ts';
import { type ApiProcess, newSecrets, type Secrets, startApi } from '../sign-in/processes.ts';
import { bearersOf, type SignedIn, signInAll } from '../sign-in/signing-in.ts';
import { openWire, requestOf } from '../sign-in/wire.ts';
import { median, rotated } from '../statistics.ts';
import { callsToDatabase } from './database-calls.ts';
import { assertInTrail, type Changed, GROUP } from './in-trail.ts';
import { PROCESSES } from './measure.ts';
import { openServer } from './server.ts';

/** Changes that each process makes in a round: by their number and not for a time, so that each is as warm as the others. */
const CHANGES = 1000;
/** As many that each makes before, and that count for nothing: code is compiled, its segment is opened. */
const WARM_UP = 1000;
/** Connections to each process, one change at a time on each. */
const CONNECTIONS = 16;

/** What audited changes took in one round. */
export interface ChangeRound {
  /** Acknowledged changes of all processes together. */
  readonly perSecond: number;
  /** Time on the processor for a change, in µs: all API processes that are asked, together. */
  readonly apiMicros: number;
  /** The same of a process that is asked nothing: each hears of all changes, for its live streams. */
  readonly hearingMicros: number;
  /** The same of the embedded database. */
  readonly databaseMicros: number | undefined;
  /** Calls to the database for a change, of the processes that are asked: what two processes meet in, one of them does again. */
  readonly databaseCalls: number;
}

/** Audited changes by so many API processes, round by round. */
export interface ChangeFigure {
  readonly processes: number;
  readonly rounds: readonly ChangeRound[];
}

/** Puts a person into the group and takes them out again, for as long as it may. Throws for an answer that is not 200. */
async function changeAgain(url: string, bearer: string, person: Changed, mayGoOn: () => boolean): Promise<void> {
  const wire = await openWire(url);
  const path = addressOf(changeUserGroup, { email: person.email });
  try {
    while (mayGoOn()) {
      const change = { group: GROUP, enable: person.changes % 2 === 0 };
      const { status, body } = await wire.ask(
        requestOf(changeUserGroup.method, path, { Authorization: bearer }, change),
      );
      if (status !== 200) throw new Error(`a change was answered with ${status}: ${body}`);
      person.changes += 1;
    }
  } finally {
    wire.close();
  }
}

/** Starts an API process, signs the admin in, and stops it: the session is in the database. */
async function signAdminIn(start: () => Promise<ApiProcess>, mailUrl: string): Promise<readonly SignedIn[]> {
  await using api = await start();
  return (await signInAll(api.url, mailUrl, [ADMIN], 1)).people;
}

/** What API processes of one portal are started with. */
interface Portal {
  readonly start: () => Promise<ApiProcess>;
  readonly admin: readonly SignedIn[];
  readonly people: readonly Changed[];
  readonly databasePid: number | undefined;
}

async function round({ start, admin, people, databasePid }: Portal, count: number): Promise<ChangeRound> {
  await using started = new AsyncDisposableStack();
  const launch = async () => started.use(await start());
  const [listener, ...processes] = await Promise.all(Array.from({ length: 1 + count }, launch));
  if (listener === undefined) throw new Error('no process was started');
  const [bearer = ''] = await bearersOf(listener.url, admin);
  // Nobody is changed by two at once: each change is one, and has one row.
  const change = (number: number) =>
    Promise.all(
      processes.flatMap(({ url }, index) => {
        let left = number;
        const changed = people.slice(index * CONNECTIONS, (index + 1) * CONNECTIONS);
        return changed.map((person) => changeAgain(url, bearer, person, () => left-- > 0));
      }),
    );
  await change(WARM_UP);

  const timeOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0);
  const allCalls = async () => {
    const calls = await Promise.all(processes.map(({ operatorUrl }) => callsToDatabase(operatorUrl)));
    return calls.reduce((sum, each) => sum + each, 0);
  };
  const asked = processes.map(({ pid }) => pid);
  const measured = [asked, [listener.pid], ...(databasePid === undefined ? [] : [[databasePid]])];
  const callsBefore = await allCalls();
  const [timesBefore, begun] = [measured.map(timeOf), performance.now()];
  await change(CHANGES);
  const seconds = (performance.now() - begun) / 1000;
  const changes = count * CHANGES;
  const [apiMicros = 0, hearingMicros = 0, databaseMicros] = measured.map(
    (pids, index) => (timeOf(pids) - (timesBefore[index] ?? 0)) / changes,
  );
  const databaseCalls = ((await allCalls()) - callsBefore) / changes;
  return { perSecond: changes / seconds, apiMicros, hearingMicros, databaseMicros, databaseCalls };
}

/**
 * Measures how many audited changes API processes answer together, in turn, another number of them first in each round. Throws
 * unless the trail then has one row for each change that was acknowledged, and is whole.
 */
export async function measureChanges(rounds: number, say: (line: string) => void): Promise<readonly ChangeFigure[]> {
  if (process.platform !== 'linux') throw new Error('processor times can be read on Linux only');
  await using started = new AsyncDisposableStack();
  const server = started.use(await openServer());
  const mailbox = started.adopt(await startMailboxProcess({ smtpPort: 0, httpPort: 0 }), (each) => each.stop());
  const uri = server.uriOf('changes');
  const count = Math.max(...PROCESSES) * CONNECTIONS;
  await fill(uri, count);
  const people = Array.from({ length: count }, (_, number) => ({ email: emailOf(number), changes: 0 }));
  const secrets: Secrets = newSecrets();
  const start = () => startApi(uri, mailbox.smtpUrl, secrets);
  const portal = { start, admin: await signAdminIn(start, mailbox.url), people, databasePid: server.pid };
  const figures = PROCESSES.map((processes) => ({ processes, rounds: [] as ChangeRound[] }));
  for (let turn = 0; turn < rounds; turn += 1)
    for (const figure of rotated(figures, turn)) figure.rounds.push(await round(portal, figure.processes));
  for (const { processes, rounds: measured } of figures) {
    const rate = Math.round(median(measured.map(({ perSecond }) => perSecond)));
    const calls = median(measured.map(({ databaseCalls }) => databaseCalls)).toFixed(2);
    say(`  ${processes} processes: ${rate} changes a second, ${calls} calls to the database each`);
  }
  say(`  ${await assertInTrail(uri, secrets, people)}`);
  return figures;
}
