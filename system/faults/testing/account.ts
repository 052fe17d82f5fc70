import type { Db } from 'mongodb';
import { until } from '../../../services/api/src/testing/clock.ts';
import { command } from './command.ts';
import type { Crowd } from './crowd.ts';
import type { Arrived, MailServer } from './mail-server.ts';
import type { Published } from './publishing.ts';

/** What became of what was acknowledged; the lists are of what is wrong. */
export interface Account {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly double: readonly string[];
  /** Uploads that come down otherwise than they went up, or not at all. */
  readonly broken: readonly string[];
  /** Events and releases that hold anything but what was acknowledged last. */
  readonly altered: readonly string[];
  /** Events whose deletion was acknowledged that are still there, or not among what was deleted. */
  readonly undeleted: readonly string[];
  readonly unheard: readonly string[];
  readonly resets: number;
  readonly mails: number;
  readonly mailsTwice: readonly string[];
  /** Who was promised a mail, got none, and whose mail is not on record as one that may have arrived. */
  readonly mailsLost: readonly string[];
  /** Those that are. */
  readonly mailsUncertain: number;
  /** What the command `audit` says of the trail. */
  readonly audited: string;
}

/** Where an account is taken of. */
interface Accounted {
  readonly crowd: Crowd;
  readonly mails: MailServer;
  readonly records: Db;
  readonly mongoUri: string;
}

const repeated = (all: readonly string[]) => all.filter((one, place) => all.indexOf(one) !== place);

/**
 * Returns what came twice: the same mail, or a second sign-in mail to one of those who asked once. Each row of the outbox
 * makes a mail of its own, so two rows for one request show by the address alone.
 */
export function mailsTwice(arrived: readonly Arrived[], askedOnce: ReadonlySet<string>): readonly string[] {
  const links = arrived.filter(({ to, token }) => token !== undefined && askedOnce.has(to));
  return [...repeated(arrived.map(({ id }) => id)), ...repeated(links.map(({ to }) => to))];
}

/** Ends the traffic, and holds what is stored and heard and was mailed against what was acknowledged. */
export async function takeAccount({ crowd, mails, records, mongoUri }: Accounted): Promise<Account> {
  await crowd.settle();
  const { uploads, events, releases, deleted, changed, promised } = crowd.acknowledged;
  const all = [...uploads, ...events, ...releases];
  const isUnheard = ({ id }: { readonly id: string }) =>
    crowd.listeners.some(({ receivedIds }) => !receivedIds.has(id));
  await until('every listener to have heard of all', () => !all.some(isUnheard), 15_000).catch(() => undefined);
  const titlesOf = async (collection: string, made: readonly { readonly title: string }[]) => {
    const titles = made.map(({ title }) => title);
    const found = await records
      .collection(collection)
      .find({ title: { $in: titles } })
      .toArray();
    return found.map(({ title }) => String(title));
  };
  const found = await Promise.all([
    titlesOf('documents', uploads),
    titlesOf('events', events),
    titlesOf('press_releases', releases),
  ]);
  const stored = found.flat();
  const storedIds = new Set(stored);
  const recordsOf = async (collection: string) =>
    new Map((await records.collection(collection).find().toArray()).map((record) => [String(record._id), record]));
  const [storedEvents, storedReleases] = await Promise.all([recordsOf('events'), recordsOf('press_releases')]);
  /** Those that are there with other contents. */
  const altered = (made: readonly Published[], contentOf: (id: string) => string | undefined) =>
    made.filter(({ id, contents }) => !contents.includes(contentOf(id) ?? contents[0] ?? ''));
  const dateOf = (id: string) => storedEvents.get(id)?.date?.toISOString();
  const binned = new Set(await records.collection('bin').distinct('subject'));
  const isDeleted = (id: string) => binned.has(id) && !storedEvents.has(id);
  const textOf = (id: string) => storedReleases.get(id)?.content;
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
    acknowledged: all.length + changed.length + deleted.length,
    lost: all.map(({ title }) => title).filter((title) => !storedIds.has(title)),
    double: repeated(stored),
    broken: await crowd.downloadAll(),
    altered: [...altered(events, dateOf), ...altered(releases, textOf)].map(({ title }) => title),
    undeleted: deleted.filter(({ id }) => !isDeleted(id)).map(({ title }) => title),
    unheard: all.filter(isUnheard).map(({ title }) => title),
    resets: crowd.listeners.reduce((total, each) => total + each.resets(), 0),
    mails: mails.arrived.length,
    mailsTwice: mailsTwice(mails.arrived, crowd.strangers),
    mailsLost: missing.filter((email) => !uncertain.some(({ to }) => to === email)),
    mailsUncertain: uncertain.length,
    audited: await command(mongoUri, 'audit').catch(String),
  };
}

/**
 * Expects that all that was acknowledged is there once and whole, was heard of, and was mailed once, and that the trail is
 * whole. `uncertain` bounds the mails that may have arrived.
 */
export function expectWhole(account: Account, uncertain = 0): void {
  const nothing = { lost: [], double: [], broken: [], altered: [], undeleted: [], unheard: [] };
  expect(account).toMatchObject({ ...nothing, mailsTwice: [], mailsLost: [] });
  expect(account.mailsUncertain).toBeLessThanOrEqual(uncertain);
  // What a listener missed while it was away is told by its number, not by having it read everything again.
  expect(account.resets).toBe(0);
  expect(account.audited).toContain('The audit trail is whole');
  expect(account.acknowledged).toBeGreaterThan(10);
}
