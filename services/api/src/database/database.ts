import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createConnection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { databaseUnavailable } from '../http/problem.ts';

const CLIENT_OPTIONS = {
  // Short, so that a caller hears 503 soon; the heartbeat finds the server again within seconds of its return.
  serverSelectionTimeoutMS: 1500,
  connectTimeoutMS: 2000,
  heartbeatFrequencyMS: 1000,
  minHeartbeatFrequencyMS: 250,
  socketTimeoutMS: 30_000,
  maxPoolSize: 50,
} as const;

const CONNECT_OPTIONS = { ...CLIENT_OPTIONS, autoIndex: false, autoCreate: false } as const;

const RETRY_PAUSE_MS = 500;

/** The one connection of this process to its database. */
export interface Database {
  readonly connection: Connection;
  /** The driver's client, from the first moment there is one. */
  readonly client: Promise<mongo.MongoClient>;
  /**
   * A further client of the same server, which its caller closes. For what waits on the server all the time: a change
   * stream that breaks keeps the driver's view of the server down for every other call of its client.
   */
  furtherClient(): mongo.MongoClient;
  /** Throws 503 until the first connection; from then on the driver itself tells when the server is away. */
  assertOpened(): void;
  /** A round trip to the server; rejects while it is away. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

async function connect(
  connection: Connection,
  uri: string,
  log: Logger,
  stop: AbortSignal,
): Promise<mongo.MongoClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.openUri(uri, CONNECT_OPTIONS);
      return connection.getClient();
    } catch (error) {
      if (stop.aborted) throw error;
      if (attempt === 1) log.warn({ err: error }, 'the database is away; trying until it answers');
      await pause(RETRY_PAUSE_MS, undefined, { signal: stop });
    }
  }
}

/** Opens the connection and keeps trying while the server is away; afterwards the driver reconnects by itself. */
export function openDatabase(uri: string, log: Logger): Database {
  const connection = createConnection();
  connection.on('error', (error: Error) => log.debug({ err: error }, 'database connection'));
  connection.on('disconnected', () => log.warn('the database is away'));
  connection.on('reconnected', () => log.info('the database is back'));
  const stopping = new AbortController();
  const first = connect(connection, uri, log, stopping.signal);
  // Stays open when the process stops before the database answered: whoever waits for it has nothing left to do.
  const client = new Promise<mongo.MongoClient>((resolve) => {
    first.then(resolve, () => log.debug('stopped before the database answered'));
  });
  let opened = false;
  client.then(() => {
    opened = true;
  });
  return {
    connection,
    client,
    furtherClient: () => new mongo.MongoClient(uri, CLIENT_OPTIONS),
    assertOpened: () => {
      if (!opened) throw databaseUnavailable();
    },
    ping: async () => {
      if (!opened) throw databaseUnavailable();
      await connection.getClient().db().command({ ping: 1 });
    },
    close: async () => {
      stopping.abort();
      await connection.close(true);
    },
  };
}
