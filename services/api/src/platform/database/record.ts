import { step } from '@cytocomm/runtime';
import type { Model, mongo, SchemaOptions, Types } from 'mongoose';
import { currentRequestId, inNoRequest } from '../calls/request-id.ts';

/** How many keys one query asks for at most. */
const MAX_TOGETHER = 50;

/** Returns what is stored under these keys, in any order, without those that do not exist. `comment` names the requests. */
type ReadAll<Found> = (keys: readonly string[], comment: string | undefined) => Promise<readonly Found[]>;

/** Calls that wait for the same query. */
interface Waiting<Found> {
  readonly keys: Set<string>;
  readonly requests: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * Returns a lookup by key that asks once for all who call it in the same turn of the event loop. Nothing is kept: each query
 * begins after the calls that it answers, so that no call gets what was read before it.
 */
export function readTogether<Found>(
  keyOf: (found: Found) => string,
  readAll: ReadAll<Found>,
): (key: string) => Promise<Found | undefined> {
  let waiting: Waiting<Found> | undefined;

  function nextQuery(): Waiting<Found> {
    const keys = new Set<string>();
    const requests = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      if (waiting?.keys === keys) waiting = undefined;
      const comment = requests.size === 0 ? undefined : [...requests].join(' ');
      // Of none of the requests: the first one opens the connection, which serves all.
      const rows = await inNoRequest(() => readAll([...keys], comment));
      return new Map(rows.map((row) => [keyOf(row), row]));
    });
    return { keys, requests, found };
  }

  return async (key) => {
    waiting ??= nextQuery();
    const { keys, requests, found } = waiting;
    keys.add(key);
    const request = currentRequestId();
    if (request !== undefined) requests.add(request);
    if (keys.size === MAX_TOGETHER || requests.size === MAX_TOGETHER) waiting = undefined;
    // The query is in no trace, as it is many calls'; each call's has the time that it waited.
    return (await step('read together', 'internal', {}, () => found)).get(key);
  };
}

/** Returns the schema options of a collection: indexes are created at the start, and no call waits for a database that is down. */
export function recordOptions(collection: string) {
  return {
    collection,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    versionKey: false,
    strict: 'throw',
    strictQuery: true,
  } as const satisfies SchemaOptions;
}

/**
 * Stores a record that was in the bin, as it was there, with fields that only a newer version knows; what it lacks by this one
 * has its default. Throws the database's error when there is one with a key of it.
 */
export async function storeAgain<Row extends { readonly _id: Types.ObjectId }>(
  model: Model<Row>,
  record: Row,
  session: mongo.ClientSession,
): Promise<void> {
  const completed = new model(record, undefined, { strict: false }).toObject();
  await model.collection.insertOne({ ...completed, ...record }, { ignoreUndefined: true, session });
}
