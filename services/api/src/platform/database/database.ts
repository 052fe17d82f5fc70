import { createClockWatch, type Traces } from '@cytocomm/runtime';
import { type Aggregate, type Connection, createConnection, mongo, type Query, type Schema } from 'mongoose';
import type { Logger } from 'pino';
import { currentRequestId } from '../calls/request-id.ts';
import { type DatabaseClock, followingClock, withTimeout } from './clock.ts';
import { createLease } from './lease.ts';
import { retryWithBackoff } from './retry.ts';
import { createStateLog, databaseUnavailable, stateBehind } from './trouble.ts';

/** All that a call reads and changes by a query; what is inserted names its request itself where that is wanted. */
const QUERIES = [
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'estimatedDocumentCount',
  'find',
  'findOne',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndUpdate',
  'replaceOne',
  'updateMany',
  'updateOne',
] as const;

/** A plugin of a connection: each query has the id of its request as its comment, by which the database logs slow ones. */
function commentWithRequest(schema: Schema): void {
  schema.pre([...QUERIES], { document: false, query: true }, function (this: Query<unknown, unknown>) {
    const comment = currentRequestId();
    if (comment !== undefined) this.setOptions({ comment });
  });
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const comment = currentRequestId();
    if (comment !== undefined) this.option({ comment });
  });
}

const CLIENT_OPTIONS = {
  // Short, so that a caller hears 503 soon; the heartbeat finds the server again within seconds of its return.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 500,
  // Longer than the one above, so that a check that a broken connection asks for is always put off a little. Made at once it
  // could be written to a connection that is breaking as well, and mongodb 7.8 would wait for its answer for ever.
  minHeartbeatFrequencyMS: 750,
  socketTimeoutMS: 30_000,
  maxPoolSize: 100,
} as const;

const CONNECT_OPTIONS = { ...CLIENT_OPTIONS, autoIndex: false, autoCreate: false } as const;

/** Of the lease, which shows that the database takes writes: a write that hangs would keep its connection for 30 s. */
const LEASE_TIMEOUT_MS = 2000;

/** The connection of a process to its database. */
export interface Database {
  readonly connection: Connection;
  /** Resolves to the driver's client when it is first connected. */
  readonly client: Promise<mongo.MongoClient>;
  /**
   * A further client of the same server, which its caller closes. For what waits on the server all the time: a change
   * stream that breaks keeps the driver's view of the server down for every other call of its client.
   */
  furtherClient(): mongo.MongoClient;
  /** Throws 503 until the first connection, and RestoreRefusal for a database that is restored; the driver reports failures. */
  assertUsable(): Promise<void>;
  /** Renews the lease; rejects while the server is down, takes no writes, or the database is restored. */
  write(): Promise<void>;
  /**
   * Takes a lease of the database: a restore is refused from now on until the close. Throws RestoreRefusal while one has not
   * ended. For processes that serve or send; a command is over soon.
   */
  begin(): Promise<void>;
  /** Returns the time that all processes share; for all stored times that are compared. */
  now(): Date;
  /** Asks the server for that time: processes learn one after the other, by their heartbeats, that its clock was moved. */
  askNow(): Promise<Date>;
  /** Returns how long ago a time of that clock was, in ms, without what the clock has jumped since, as this process saw. */
  ageOf(time: Date): number;
  /** Returns by how much this process's own clock is ahead of that time, in ms. */
  clockOffBy(): number;
  close(): Promise<void>;
}

/** The code of MongoDB for a wrong user or password. */
const AUTHENTICATION_FAILED = 18;

/** Names the setting at fault, which the driver does not know. */
function namingSetting(error: unknown): unknown {
  if (!(error instanceof mongo.MongoServerError) || error.code !== AUTHENTICATION_FAILED) return error;
  return new Error('the database refuses the user or the password of MONGODB_URI', { cause: error });
}

const sayHello = (client: mongo.MongoClient) => client.db('admin').command({ hello: 1 });

/** Opens the connection and retries while the server is down; later the driver reconnects. */
export function openDatabase(
  uri: string,
  log: Logger,
  clock: DatabaseClock = followingClock(),
  traces?: Pick<Traces, 'followDatabase'>,
): Database {
  const connection = createConnection();
  connection.plugin(commentWithRequest);
  connection.on('error', (error: Error) => log.debug({ err: error }, 'database connection'));
  const stopping = new AbortController();
  let opened = false;
  const noteState = createStateLog(log);
  const watchClock = createClockWatch(log);
  const clockOffBy = () => Date.now() - clock.now().getTime();
  const follow = (hello: unknown) => {
    clock.follow(hello);
    watchClock(clockOffBy());
  };
  connection.on('disconnected', () => {
    // Until the first connection it is told of why there is none.
    if (opened && !stopping.signal.aborted) noteState('away');
  });
  connection.on('reconnected', () => noteState('ok'));
  const connect = async () => {
    // Watched commands cost more, also those that are in no trace.
    const options = traces === undefined ? CONNECT_OPTIONS : { ...CONNECT_OPTIONS, monitorCommands: true };
    await connection.openUri(uri, options).catch((error: unknown) => {
      throw namingSetting(error);
    });
    const opening = connection.getClient();
    traces?.followDatabase(opening);
    follow(await sayHello(opening));
    opening.on('serverHeartbeatSucceeded', ({ reply }) => follow(reply));
    return opening;
  };
  // A wrong password is tried again, too: it may be the server whose users are not there yet.
  const first = retryWithBackoff('connect to the database', connect, () => true, log, stopping.signal);
  // Stays open when the process stops before the database answered: anyone who waits for it has nothing left to do.
  const client = new Promise<mongo.MongoClient>((resolve) => {
    first.then(resolve, () => log.debug('stopped before the database answered'));
  });
  client.then(() => {
    opened = true;
  });
  const lease = createLease(connection, () => connection.name, clock.now, LEASE_TIMEOUT_MS);
  const assertOpened = () => {
    if (!opened) throw databaseUnavailable('away', 'unchanged');
  };
  const write = async () => {
    assertOpened();
    try {
      await lease.renew();
      noteState('ok');
    } catch (error) {
      // Behind a router the connection stays, so only this says that the database is away.
      if (!stopping.signal.aborted) noteState(stateBehind(error), error);
      throw error;
    }
  };
  return {
    connection,
    client,
    furtherClient: () => new mongo.MongoClient(uri, CLIENT_OPTIONS),
    assertUsable: async () => {
      assertOpened();
      await lease.assertUsable();
    },
    write,
    begin: () => lease.begin(write),
    now: clock.now,
    askNow: async () => {
      follow(await sayHello(await client));
      return clock.now();
    },
    ageOf: clock.ageOf,
    clockOffBy,
    close: async () => {
      stopping.abort();
      // Else a restore waits until the lease is over.
      const ended = lease.end().catch((error: unknown) => log.debug({ err: error }, 'ending the use of the database'));
      await withTimeout(ended, LEASE_TIMEOUT_MS, undefined);
      await connection.close(true);
    },
  };
}
