import { RateLimiterMongo } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { beforeWriting } from '../http/database-trouble.ts';
import { rateLimited } from '../http/problem.ts';
import { deriveKey, signatureOf } from '../keys.ts';
import { clientNetworks } from './client-key.ts';
import { limitModel } from './model.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every limit of one client: how often, in how many seconds. Wider networks of IPv6 have several clients' worth. */
const OF_CLIENTS = {
  'link-by-client': { points: 20, duration: 15 * MINUTE },
  'completion-by-client': { points: 20, duration: 15 * MINUTE },
  'contact-by-client': { points: 20, duration: HOUR },
  'alerts-by-client': { points: 20, duration: HOUR },
  'failures-by-client': { points: 60, duration: 10 * MINUTE },
} as const;

/** Every other limit, by what its name says. */
const OF_KEYS = {
  'link-by-address-and-client': { points: 5, duration: 15 * MINUTE },
  'link-by-address': { points: 10, duration: 15 * MINUTE },
  'further-link-by-address': { points: 1, duration: MINUTE },
  'code-tries': { points: 5, duration: 15 * MINUTE },
  'wrong-codes-an-hour': { points: 10, duration: HOUR },
  'wrong-codes-a-day': { points: 30, duration: 24 * HOUR },
  'alerts-by-address': { points: 5, duration: HOUR },
  'alerts-of-portal-by-minute': { points: 60, duration: MINUTE },
  'alerts-of-portal-by-hour': { points: 300, duration: HOUR },
} as const;

const LIMITS = { ...OF_CLIENTS, ...OF_KEYS };

/** The name of a limit of clients. */
type ClientLimit = keyof typeof OF_CLIENTS;
/** The name of a limit of something else. */
export type KeyLimit = keyof typeof OF_KEYS;

/** One use, counted. */
export interface Use {
  /** False beyond the limit. */
  readonly allowed: boolean;
  /** True for the first one beyond it. */
  readonly crossing: boolean;
  /** Which use it is, from 1 on, and how many the limit allows. */
  readonly number: number;
  readonly limit: number;
  /** How long until the limit starts anew. */
  readonly secondsLeft: number;
}

/**
 * Counts what callers do, in MongoDB, so that all processes count together. Every use is counted before the work is done: of many
 * at once no more than the limit get through. There is no way to look first and count later.
 */
export interface Limits {
  /** Counts one use by the client at this network address; beyond the limit it throws 429 with Retry-After. */
  consumeByClient(name: ClientLimit, address: string): Promise<void>;
  /** Takes back a use by the client that turned out not to count. */
  giveBackByClient(name: ClientLimit, address: string): Promise<void>;
  /** Counts one use of a key. What is beyond the limit is the caller's to decide. */
  count(name: KeyLimit, key: string): Promise<Use>;
  /** Takes back a use of a key. */
  giveBack(name: KeyLimit, key: string): Promise<void>;
}

/** The limits of a database. Its rows hold neither e-mails nor network addresses, only hashes with a key that it does not have. */
export function createLimits(database: Database, config: Pick<Config, 'tokenSecrets'>): Limits {
  const rows = limitModel(database.connection);
  const secret = deriveKey(config.tokenSecrets[0], 'limit');
  const limiters = new Map<string, RateLimiterMongo>();

  async function limiter(name: ClientLimit | KeyLimit): Promise<RateLimiterMongo> {
    const storeClient = await database.client;
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const made = new RateLimiterMongo({
      storeClient,
      dbName: database.connection.name,
      tableName: rows.collection.name,
      keyPrefix: name,
      ...LIMITS[name],
      disableIndexesCreation: true,
    });
    limiters.set(name, made);
    return made;
  }

  const hashed = (key: string) => signatureOf(secret, key);

  async function count(name: ClientLimit | KeyLimit, key: string, most: number): Promise<Use> {
    const { consumedPoints, msBeforeNext } = await beforeWriting(
      limiter(name).then((each) => each.penalty(hashed(key))),
    );
    return {
      allowed: consumedPoints <= most,
      crossing: consumedPoints === most + 1,
      number: consumedPoints,
      limit: most,
      secondsLeft: msBeforeNext / 1000,
    };
  }

  /** The row is not made anew when its time is over: a use given back late must not become one more. */
  async function giveBack(name: ClientLimit | KeyLimit, key: string): Promise<void> {
    const row = (await limiter(name)).getKey(hashed(key));
    await rows.updateOne({ key: row, points: { $gt: 0 }, expire: { $gt: new Date() } }, { $inc: { points: -1 } });
  }

  return {
    consumeByClient: async (name, address) => {
      // The narrowest first: what is refused there does not use up what its neighbours have.
      for (const { key, clients } of clientNetworks(address)) {
        const { allowed, secondsLeft } = await count(name, key, LIMITS[name].points * clients);
        if (!allowed) throw rateLimited(secondsLeft);
      }
    },
    giveBackByClient: async (name, address) => {
      for (const { key } of clientNetworks(address)) await giveBack(name, key);
    },
    count: (name, key) => count(name, key, LIMITS[name].points),
    giveBack,
  };
}
