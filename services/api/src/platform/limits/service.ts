import { clientNetworks, createPlaces, type PlaceHolder } from '@cytocomm/runtime';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { ApiError, rateLimited } from '../calls/problem.ts';
import type { Database } from '../database/database.ts';
import { beforeWriting } from '../database/trouble.ts';
import type { Config } from '../settings/config.ts';
import { deriveKey, signatureOf } from '../settings/keys.ts';
import { limitModel } from './model.ts';

/** When to retry without a free slot, in seconds. */
const RETRY_AFTER_S = 5;

/** The slots of a process for long calls. */
export interface Slots {
  /**
   * Takes a slot for some holders. Returns a function that frees it; further calls do nothing. Throws 429 when a holder has its
   * maximum, which is less when more than half of all are taken, and 503 when all are.
   */
  take(holders: readonly PlaceHolder[]): () => void;
  /** Returns how many are taken. */
  taken(): number;
}

/** Creates `max` slots; `what` names them in messages. */
export function createSlots(what: string, max: number): Slots {
  const places = createPlaces(max);
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };

  return {
    take: (holders) => {
      const free = places.take(holders);
      if (free === 'all')
        throw new ApiError(503, 'busy', `There are too many ${what} at once. Try again soon.`, { headers });
      if (free === 'holder') {
        const detail = `You have too many ${what} at once. Try again when one of them has ended.`;
        throw new ApiError(429, 'rate-limited', detail, { headers });
      }
      return free;
    },
    taken: places.taken,
  };
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** The limits per client: `points` uses in `duration` seconds. Wider IPv6 networks have those of several clients. */
const CLIENT_LIMITS = {
  'link-by-client': { points: 20, duration: 15 * MINUTE_S },
  'completion-by-client': { points: 20, duration: 15 * MINUTE_S },
  'company-sign-in-by-client': { points: 20, duration: 15 * MINUTE_S },
  'contact-by-client': { points: 20, duration: HOUR_S },
  'alerts-by-client': { points: 20, duration: HOUR_S },
  'failures-by-client': { points: 60, duration: 10 * MINUTE_S },
  'telemetry-by-client': { points: 120, duration: 10 * MINUTE_S },
} as const;

/** The limits per key. */
const KEY_LIMITS = {
  'link-by-address-and-client': { points: 5, duration: 15 * MINUTE_S },
  'link-by-address': { points: 10, duration: 15 * MINUTE_S },
  'further-link-by-address': { points: 1, duration: MINUTE_S },
  'code-tries': { points: 5, duration: 15 * MINUTE_S },
  'wrong-codes-an-hour': { points: 10, duration: HOUR_S },
  'wrong-codes-a-day': { points: 30, duration: 24 * HOUR_S },
  'second-factor-tries': { points: 5, duration: 15 * MINUTE_S },
  'wrong-recovery-codes-an-hour': { points: 10, duration: HOUR_S },
  'confirmations-by-person': { points: 30, duration: 15 * MINUTE_S },
  'wrong-confirmation-codes-an-hour': { points: 10, duration: HOUR_S },
  'confirmation-mails-by-person': { points: 5, duration: 15 * MINUTE_S },
  'factor-calls-by-person': { points: 20, duration: HOUR_S },
  'failure-causes': { points: 30, duration: HOUR_S },
  'new-failure-causes': { points: 3, duration: HOUR_S },
  'alerts-by-address': { points: 5, duration: HOUR_S },
  'alerts-of-portal-by-minute': { points: 60, duration: MINUTE_S },
  'releases-by-publisher': { points: 200, duration: 15 * MINUTE_S },
  'backend-tokens-by-person': { points: 300, duration: 15 * MINUTE_S },
  'searches-by-person': { points: 180, duration: MINUTE_S },
  'local-remote-stops-by-session': { points: 60, duration: HOUR_S },
  // A stolen session of an admin must not keep all others out.
  'session-endings-by-person': { points: 30, duration: 15 * MINUTE_S },
  // The page goes on by itself, with many calls for one press.
  'reminders-by-person': { points: 60, duration: HOUR_S },
  'mass-invitations-by-person': { points: 60, duration: HOUR_S },
  'invitations-by-person': { points: 3, duration: 24 * HOUR_S },
  'alerts-of-portal-by-hour': { points: 300, duration: HOUR_S },
} as const;

const LIMITS = { ...CLIENT_LIMITS, ...KEY_LIMITS };

/** The name of a limit per client. */
type ClientLimit = keyof typeof CLIENT_LIMITS;
/** The name of a limit per key. */
export type KeyLimit = keyof typeof KEY_LIMITS;

/** A counted use. */
export interface Use {
  /** Whether the use is within the limit. */
  readonly allowed: boolean;
  /** Whether it is the first beyond the limit. */
  readonly crossing: boolean;
  /** The number of the use, from 1. */
  readonly number: number;
  /** How many uses are allowed. */
  readonly limit: number;
  /** How long until the limit is reset. */
  readonly secondsLeft: number;
}

/** Counts uses, across processes. Each is counted before its work, so that many at once do not exceed a limit. */
export interface Limits {
  /** Counts a use by a client. Throws 429 beyond the limit. */
  consumeByClient(name: ClientLimit, address: string): Promise<void>;
  /** Takes back a counted use by a client. */
  giveBackByClient(name: ClientLimit, address: string): Promise<void>;
  /** Counts a use of a key. */
  count(name: KeyLimit, key: string): Promise<Use>;
  /** Takes back a counted use of a key. */
  giveBack(name: KeyLimit, key: string): Promise<void>;
}

/** Creates the limits of a database, which stores keyed hashes instead of e-mails and network addresses. */
export function createLimits(database: Database, config: Pick<Config, 'tokenSecrets'>): Limits {
  const rows = limitModel(database.connection);
  const secret = deriveKey(config.tokenSecrets[0], 'limit');
  const limiters = new Map<string, RateLimiterMongo>();

  async function limiter(name: ClientLimit | KeyLimit): Promise<RateLimiterMongo> {
    const storeClient = await database.client;
    const cached = limiters.get(name);
    if (cached !== undefined) return cached;
    const created = new RateLimiterMongo({
      storeClient,
      dbName: database.connection.name,
      tableName: rows.collection.name,
      keyPrefix: name,
      ...LIMITS[name],
      disableIndexesCreation: true,
    });
    limiters.set(name, created);
    return created;
  }

  const hash = (key: string) => signatureOf(secret, key);

  async function count(name: ClientLimit | KeyLimit, key: string, limit: number): Promise<Use> {
    const { consumedPoints, msBeforeNext } = await beforeWriting(limiter(name).then((each) => each.penalty(hash(key))));
    return {
      allowed: consumedPoints <= limit,
      crossing: consumedPoints === limit + 1,
      number: consumedPoints,
      limit,
      secondsLeft: msBeforeNext / 1000,
    };
  }

  /** Does not recreate an expired row, which would grant a further use. */
  async function giveBack(name: ClientLimit | KeyLimit, key: string): Promise<void> {
    const row = (await limiter(name)).getKey(hash(key));
    await rows.updateOne({ key: row, points: { $gt: 0 }, expire: { $gt: new Date() } }, { $inc: { points: -1 } });
  }

  return {
    consumeByClient: async (name, address) => {
      // The narrowest first: a refusal does not use up the wider networks.
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
