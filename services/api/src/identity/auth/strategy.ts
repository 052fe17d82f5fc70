import type { Request, Response } from 'express';
import { Passport } from 'passport';
import * as magicLogin from 'passport-magic-login';
import { linkClaimsSchema, type MagicLinks } from './magic-link.ts';

type StrategyClass = typeof magicLogin.default;

/** Native ESM puts the CommonJS module itself under `default`, jest its class. */
function isModule(imported: unknown): imported is { readonly default: StrategyClass } {
  return typeof imported === 'object' && imported !== null && 'default' in imported;
}

function strategyClass(): StrategyClass {
  const imported = magicLogin.default;
  return isModule(imported) ? imported.default : imported;
}

/** Returns the address that a request's token was made for; undefined when it is expired or not ours. Whether it is unspent, the service decides. */
export type TokenReader = (req: Request, res: Response) => Promise<string | undefined>;

/**
 * Creates a reader on passport-magic-login, which checks signature and expiry; purpose, audience and shape are checked here.
 * Its own sending is unused: it signs any body, handles GET, and has neither single use nor purpose.
 */
export function createTokenReader(links: MagicLinks): TokenReader {
  const readers = links.secrets.map((secret) => readerOf(secret, links.audience));
  return async (req, res) => {
    for (const read of readers) {
      const email = await read(req, res);
      if (email !== undefined) return email;
    }
    return undefined;
  };
}

/** Returns a reader of tokens signed with one secret. */
function readerOf(secret: string, audience: string): TokenReader {
  const Strategy = strategyClass();
  const passport = new Passport();
  const strategy = new Strategy({
    secret,
    callbackUrl: '/auth-handler',
    sendMagicLink: () => Promise.reject(new Error('Links are sent by the outbox.')),
    verify: (payload: unknown, done) => {
      // A throw in here would leave the request without a response, so nothing in here throws.
      const claims = linkClaimsSchema.safeParse(payload);
      if (claims.success && claims.data.aud === audience) done(null, { email: claims.data.destination });
      else done(null);
    },
  });
  passport.use(strategy);
  return (req, res) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, user?: unknown) => {
        if (error) reject(error);
        else if (typeof user === 'object' && user !== null && 'email' in user && typeof user.email === 'string')
          resolve(user.email);
        else resolve(undefined);
      };
      passport.authenticate('magiclogin', { session: false }, done)(req, res, reject);
    });
}
