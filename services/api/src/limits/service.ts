import { isIPv6 } from 'node:net';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/database.ts';
import { rateLimited } from '../http/problem.ts';
import { limitModel } from './model.ts';

/** Every limit of the API: how often, in how many seconds. Counted in MongoDB, so all processes count together. */
const LIMITS = {
  'link-by-address': { points: 5, duration: 15 * 60 },
  'link-by-client': { points: 20, duration: 15 * 60 },
  'completion-by-client': { points: 20, duration: 15 * 60 },
  'contact-by-client': { points: 20, duration: 60 * 60 },
  'alerts-by-client': { points: 20, duration: 60 * 60 },
  'alerts-by-address': { points: 5, duration: 60 * 60 },
  'failures-by-client': { points: 60, duration: 10 * 60 },
} as const;

/** The name of one limit. */
export type LimitName = keyof typeof LIMITS;

/** Counts what callers do. */
export interface Limits {
  /** Counts one use; beyond the limit it throws 429 with Retry-After. `onCrossed` is called for the first use beyond it. */
  consume(name: LimitName, key: string, onCrossed?: () => Promise<void>): Promise<void>;
  /** Throws 429 when the limit is reached already; counts nothing. */
  check(name: LimitName, key: string): Promise<void>;
}

/** One key for a client: an IPv6 client owns its whole /64, so that is what is counted. */
export function clientKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('%', 1).join('').split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const whole = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${whole
    .slice(0, 4)
    .map((part) => part.padStart(4, '0'))
    .join(':')}::/64`;
}

/** The limits of a database. */
export function createLimits(database: Database): Limits {
  limitModel(database.connection);
  const limiters = database.client.then((storeClient) => (name: LimitName) => {
    const { points, duration } = LIMITS[name];
    return new RateLimiterMongo({
      storeClient,
      dbName: database.connection.name,
      tableName: 'limits',
      keyPrefix: name,
      points,
      duration,
      disableIndexesCreation: true,
    });
  });
  const made = new Map<LimitName, RateLimiterMongo>();
  const limiter = async (name: LimitName): Promise<RateLimiterMongo> => {
    const known = made.get(name) ?? (await limiters)(name);
    made.set(name, known);
    return known;
  };
  return {
    consume: async (name, key, onCrossed) => {
      try {
        await (await limiter(name)).consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        if (error.consumedPoints === LIMITS[name].points + 1) await onCrossed?.();
        throw rateLimited(error.msBeforeNext / 1000);
      }
    },
    check: async (name, key) => {
      const used = await (await limiter(name)).get(key);
      if (used !== null && used.consumedPoints >= LIMITS[name].points) throw rateLimited(used.msBeforeNext / 1000);
    },
  };
}
