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

/** Reads the token of a completion: the e-mail it was made for, or false. Whether it is still unspent is the service's to decide. */
export type TokenReader = (req: Request, res: Response) => Promise<string | false>;

/**
 * passport-magic-login as passport's strategy. It checks signature and expiry; purpose, audience and shape are checked here. Its own
 * sending is not used: that signs whatever the body holds, answers GET, and knows neither single use nor purpose.
 */
export function createTokenReader(links: MagicLinks): TokenReader {
  const readers = links.secrets.map((secret) => readerOf(secret, links.audience));
  return async (req, res) => {
    for (const read of readers) {
      const email = await read(req, res);
      if (email !== false) return email;
    }
    return false;
  };
}

/** Reads the tokens that were signed with one secret. */
function readerOf(secret: string, audience: string): TokenReader {
  const Strategy = strategyClass();
  const passport = new Passport();
  const strategy = new Strategy({
    secret,
    callbackUrl: '/auth-handler',
    sendMagicLink: () => Promise.reject(new Error('Links are sent by the outbox.')),
    verify: (payload: unknown, done) => {
      // A throw in here would leave the request without an answer, so nothing in here throws.
      const claims = linkClaimsSchema.safeParse(payload);
      if (claims.success && claims.data.aud === audience) done(null, { email: claims.data.destination });
      else done(null);
    },
  });
  passport.use(strategy);
  return (req, res) =>
    new Promise((resolve, reject) => {
      const answer = (error: unknown, user?: unknown) => {
        if (error) reject(error);
        else if (typeof user === 'object' && user !== null && 'email' in user && typeof user.email === 'string')
          resolve(user.email);
        else resolve(false);
      };
      passport.authenticate('magiclogin', { session: false }, answer)(req, res, reject);
    });
}
