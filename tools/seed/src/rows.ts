import { createHash } from 'node:crypto';
import { newUserRecord } from '@cytocomm/api';
import {
  accessFieldsOf,
  type Core,
  causeIdOf,
  DUPLICATE_KEY,
  documentFieldsOf,
  eventFieldsOf,
  isDatabaseAway,
  MAX_TOKENS_PER_REMOTE,
  mailFieldsOf,
  releaseFieldsOf,
  retryWithBackoff,
} from '@cytocomm/api/seeding';
import { addressOf, type BinKind, type GateReport, RETENTION, readDocumentContent } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { mongo } from 'mongoose';
import { demoId } from './documents.ts';

// Records for long lists. They are put in past the services, many at once: one after the other they would take minutes.

const DAY_MS = 24 * 3600 * 1000;
/** How many records are inserted at once: few enough that a small database answers others meanwhile. */
const BATCH = 200;
/** How long to wait for an unavailable database, in ms. */
const PATIENCE_MS = 120_000;
const AUTHOR = 'ed@x.example';

const GIVEN = ['Anna', 'Ben', 'Carla', 'David', 'Elif', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Liam'];
const FAMILY = ['Abel', 'Bauer', 'Costa', 'Dubois', 'Ekberg', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen', 'Keller'];
const SUBJECTS = ['Report', 'Results', 'Method', 'Notice', 'Protocol', 'Outlook', 'Review'];
const PLACES = ['Basel', 'Berlin', 'Bern', 'Bonn', 'Boston', 'Buffalo'];

// Texts are short: what a search finds by each of them costs the database most.

function pick<Value>(values: readonly Value[], number: number): Value {
  const value = values[number % values.length];
  if (value === undefined) throw new RangeError('there is nothing to pick from');
  return value;
}

const rowId = (list: string, number: number) => demoId(`${list} row ${number}`);
const numberText = (number: number) => String(number).padStart(6, '0');
/** The title of a record: a common word, and a number of which few have a part in common. */
const titleOf = (number: number) => `${pick(SUBJECTS, number)} ${numberText(number)}`;

function personOf(number: number) {
  const givenName = pick(GIVEN, number);
  return { name: `${givenName} ${pick(FAMILY, number)}`, email: `${givenName.toLowerCase()}${number}@x.example` };
}

/** What a document says it is: one of two has no kind, one of a thousand one that is rare. */
function kindOf(number: number) {
  if (number % 1000 === 5) return { kind: 'cap-table', year: 1999 };
  return number % 2 === 0
    ? {}
    : { kind: pick(['annual-report', 'minutes', 'sop'], number), year: 2000 + (number % 25) };
}

type RecordMaker = (number: number, now: Date) => mongo.BSON.Document;

const userOf: RecordMaker = (number, now) => ({
  ...newUserRecord({ ...personOf(number), roles: [pick(['investor', 'customer', 'developer'] as const, number)] }),
  createdAt: new Date(now.getTime() - (number % 1000) * DAY_MS),
  ...(number % 3 !== 0 && { lastSignInAt: new Date(now.getTime() - number * 60_000) }),
});

const documentOf: RecordMaker = (number, now) => {
  const id = rowId('documents', number);
  const [title, name] = [titleOf(number), `${numberText(number)}.pdf`];
  return {
    ...{ title, name, ...documentFieldsOf({ title, name }), url: addressOf(readDocumentContent, { id: String(id) }) },
    visibility: pick(['investor', 'customer', 'public'], number),
    ...kindOf(number),
    uploadedAt: new Date(now.getTime() - number * 60_000),
    newsAt: new Date(now.getTime() - number * 60_000),
    ...{ storagePath: 'none', fileId: rowId('files', number), size: 1000 + (number % 5000) * 100 },
    ...{ chunkSize: 261_120, contentType: 'application/pdf', uploadedBy: AUTHOR },
    sha256: createHash('sha256').update(name).digest('hex'),
  };
};

const releaseOf: RecordMaker = (number, now) => {
  const status = number % 10 === 7 ? 'draft' : number % 10 === 8 ? 'scheduled' : 'published';
  const createdAt = new Date(now.getTime() - (number + 1) * 60_000);
  const date = status === 'scheduled' ? new Date(now.getTime() + (1000 + number) * DAY_MS) : createdAt;
  const listed = { title: titleOf(number), author: AUTHOR, ...(status !== 'draft' && { date }) };
  return {
    ...{ ...listed, ...releaseFieldsOf(listed), status },
    content: '<p>A press release that fills a list.</p>',
    target: pick([['public'], ['investors'], ['public', 'investors']], number),
    ...{ sendEmail: false, mailing: 'none', recipients: 0, sentToEmail: false, emailSentDate: null },
    ...{ createdAt, updatedAt: createdAt, version: 1 },
  };
};

const eventOf: RecordMaker = (number, now) => {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const audience = pick([['public'], ['investor'], ['investor', 'customer']], number);
  const event = {
    title: titleOf(number),
    // One of four is over.
    date: new Date(midnight + ((number % 4 === 0 ? -1 : 1) * (1 + (number % 1500)) + 0.5) * DAY_MS),
    ...{ place: pick(PLACES, number), audience, sequence: 0 },
  };
  return {
    ...event,
    ...eventFieldsOf(event),
    uid: `row-event-${number}@cytocomm.example`,
    updatedAt: new Date(now.getTime() - number * 60_000),
  };
};

const mailOf: RecordMaker = (number, now) => {
  const { email: to } = personOf(number);
  const createdAt = new Date(now.getTime() - number * 60_000);
  const failed = number % 2 === 0 && { status: 'failed', lastError: '550 There is no such mailbox.' };
  return {
    ...{ _id: `row-mail-${number}`, kind: pick(['press-release', 'invitation'], number), to, ...mailFieldsOf({ to }) },
    ...{ data: {}, status: 'sent', attempts: 1, createdAt, nextAttemptAt: createdAt, ...failed },
  };
};

/** All of one document. */
const accessOf: RecordMaker = (number, now) => {
  const { email: by } = personOf(number % 300);
  return {
    ...{ documentId: rowId('documents', 0), occasion: `row-access-${number}`, by, ...accessFieldsOf({ by }) },
    at: new Date(now.getTime() - number * 60_000),
    action: number % 5 === 0 ? 'downloaded' : 'opened',
    from: '192.0.2.7',
  };
};

/** What is in the bin has numbers that no list reaches: restored, it stands beside what is there. */
const FIRST_IN_BIN = 2_000_000;
/** Nothing in the bin is so old that it is due, in minutes. */
const BIN_MINUTES = 20_000;

const BINNED = [
  ['user', 'users', userOf],
  ['document', 'documents', documentOf],
  ['press-release', 'releases', releaseOf],
  ['event', 'events', eventOf],
] as const satisfies readonly (readonly [BinKind, string, RecordMaker])[];

const binnedOf: RecordMaker = (number, now) => {
  const [kind, list, recordOf] = pick(BINNED, number);
  const _id = rowId(list, FIRST_IN_BIN + number);
  const record = recordOf(FIRST_IN_BIN + number, now);
  const deletedAt = new Date(now.getTime() - (number % BIN_MINUTES) * 60_000);
  return {
    ...{ kind, record: { _id, ...record } },
    ...(kind === 'user'
      ? { subject: record.email, title: record.name }
      : { subject: String(_id), title: record.title }),
    ...(kind === 'document' && { fileId: record.fileId }),
    ...{ deletedAt, deletedBy: AUTHOR, keptUntil: new Date(deletedAt.getTime() + RETENTION.binDays * DAY_MS) },
  };
};

/** A remote of which many releases were published. The gate refused them, as they have no files. */
const REMOTE = 'mfe-rows';

const remoteReleaseOf: RecordMaker = (number, now) => {
  const version = `1.${number}.0`;
  const release = `${version}-${createHash('sha256').update(version).digest('hex').slice(0, 12)}`;
  const message = `${REMOTE} ${release} has no files: it fills a list.`;
  const gate: GateReport = { outcome: 'refused', checks: [{ rule: 'files', outcome: 'refused', message }] };
  return {
    ...{ remote: REMOTE, version, release, digest: createHash('sha256').update(release).digest('hex') },
    ...{ manifest: '{}', files: [], size: 1000 + (number % 5000) * 100, gate },
    ...{ publishedAt: new Date(now.getTime() - number * 60_000), publishedBy: `token ${REMOTE}/pipeline` },
  };
};

/** As many of a remote as it may have. No token has this hash. */
const tokenOf: RecordMaker = (number, now) => ({
  ...{ hash: `row-token-${number}`, remote: `${REMOTE}-${Math.floor(number / MAX_TOKENS_PER_REMOTE)}` },
  ...{ slot: number % MAX_TOKENS_PER_REMOTE, name: `pipeline ${numberText(number)}`, createdBy: AUTHOR },
  ...{ createdAt: new Date(now.getTime() - number * 60_000), expiresAt: new Date(now.getTime() + 90 * DAY_MS) },
});

const causeOf: RecordMaker = (number, now) => {
  const [remote, release, component] = [REMOTE, `1.${number % 100}.0-000000000000`, 'Home'];
  const cause = { remote, release, component, phase: 'render', reason: `Row ${numberText(number)} is not a function` };
  const lastAt = new Date(now.getTime() - (number % 5000) * 60_000);
  return {
    _id: causeIdOf({ ...cause, phase: 'render' }),
    ...cause,
    clients: 1 + (number % 40),
    firstAt: lastAt,
    lastAt,
  };
};

/** What can be made many of, in the order in which it is: the collection and the maker of its records. */
const COLLECTIONS = {
  users: ['users', userOf],
  documents: ['documents', documentOf],
  accesses: ['document_accesses', accessOf],
  releases: ['press_releases', releaseOf],
  events: ['events', eventOf],
  mails: ['outbox', mailOf],
  bin: ['bin', binnedOf],
  'remote-releases': [RELEASE_COLLECTIONS.releases, remoteReleaseOf],
  tokens: ['team_tokens', tokenOf],
  failures: ['telemetry_causes', causeOf],
} as const satisfies Readonly<Record<string, readonly [string, RecordMaker]>>;

/** A list that can be filled. */
export type RowList = keyof typeof COLLECTIONS | 'audit';

/** All lists that can be filled. */
export const ROW_LISTS: readonly RowList[] = [
  ...(['users', 'documents', 'accesses', 'releases', 'events', 'mails', 'audit', 'bin'] as const),
  ...(['remote-releases', 'tokens', 'failures'] as const),
];

/** Inserts records, but those that are there. Returns how many were inserted. */
async function insertNew(
  collection: mongo.Collection<mongo.BSON.Document>,
  records: readonly mongo.BSON.Document[],
): Promise<number> {
  try {
    return (await collection.insertMany([...records], { ordered: false })).insertedCount;
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError) || isDatabaseAway(error)) throw error;
    if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return error.insertedCount;
  }
}

async function fill({ database, log }: Core, list: keyof typeof COLLECTIONS, count: number): Promise<number> {
  const [name, recordOf] = COLLECTIONS[list];
  const collection = database.connection.getClient().db(database.connection.name).collection(name);
  const now = database.now();
  let added = 0;
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, place) => start + place);
    const records = numbers.map((number) => ({ _id: rowId(list, number), ...recordOf(number, now) }));
    const insert = () => insertNew(collection, records);
    added += await retryWithBackoff(`fill ${list}`, insert, isDatabaseAway, log, AbortSignal.timeout(PATIENCE_MS));
  }
  return added;
}

/** Appends to the audit trail until it has so many rows. Returns how many that were. */
async function fillTrail({ audit, database, log }: Core, count: number): Promise<number> {
  const missing = Math.max(0, count - (await database.connection.collection('audit').estimatedDocumentCount()));
  for (let start = 0; start < missing; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, missing - start) }, (_, place) => start + place);
    await Promise.all(
      numbers.map((number) => {
        const { email: subject } = personOf(number);
        const action = pick(['user.added', 'user.invited', 'user.deleted'] as const, number);
        const record = () => audit.record({ action, actor: AUTHOR, subject, from: '192.0.2.7' });
        return retryWithBackoff('fill the audit trail', record, isDatabaseAway, log, AbortSignal.timeout(PATIENCE_MS));
      }),
    );
  }
  return missing;
}

/**
 * Fills lists with so many records each, those that are missing. They are for lists alone: the documents have no files. Returns how
 * many were added to each.
 */
export async function addRows(
  core: Core,
  count: number,
  lists: readonly RowList[] = ROW_LISTS,
): Promise<Readonly<Partial<Record<RowList, number>>>> {
  const added: Partial<Record<RowList, number>> = {};
  for (const list of lists) added[list] = await (list === 'audit' ? fillTrail(core, count) : fill(core, list, count));
  return added;
}
