import { createHash, randomBytes, randomInt } from 'node:crypto';
import { emailSchema, RETENTION } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import { SignJWT } from 'jose';
import { type Connection, type Model, Schema } from 'mongoose';
import { Passport } from 'passport';
import * as magicLogin from 'passport-magic-login';
import { z } from 'zod';
import { recordOptions } from '../../platform/database/record.ts';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';

/** A sign-in link that can still be used. */
export interface LinkRecord {
  /** E-mail and client: storing a newer link of both replaces the older one. */
  readonly _id: string;
  readonly email: string;
  /** The client that asked, as the limits identify it. */
  readonly client: string;
  /** The hash of the browser's mark: the code works there only. */
  readonly browser: string;
  readonly userId: string;
  /** sha256 of the token, which only the mail holds. */
  readonly tokenHash: string;
  /** Keyed hash of the 6-digit code. */
  readonly codeHash: string;
  readonly expiresAt: Date;
  readonly returnTo: string;
  /** When the link was asked for: a delayed mail never replaces a newer link. */
  readonly askedAt: Date;
}

/** A link before it is stored. */
export type NewLink = Omit<LinkRecord, '_id'>;

/** How long another client's link cannot replace a link, in ms. */
const PROTECTED_MS = 60_000;

const schema = new Schema<LinkRecord>(
  {
    _id: String,
    email: { type: String, required: true },
    client: { type: String, required: true },
    browser: { type: String, default: '' },
    userId: { type: String, required: true },
    tokenHash: { type: String, required: true },
    codeHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    returnTo: { type: String, required: true },
    askedAt: { type: Date, required: true },
  },
  recordOptions('sign_in_links'),
);
schema.index({ email: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Stores the newest link of an address and deletes the older ones, except other clients' of the last minute. */
export async function storeLink(links: Model<LinkRecord>, link: NewLink): Promise<void> {
  const { email, client, browser, askedAt } = link;
  const _id = `${email} ${client}`;
  await links.replaceOne({ _id }, link, { upsert: true });
  const protectedSince = new Date(askedAt.getTime() - PROTECTED_MS);
  await links.deleteMany({ email, _id: { $ne: _id }, $or: [{ browser }, { askedAt: { $lte: protectedSince } }] });
}

/** Whether a link that was asked for later takes this one's place. */
export async function isSuperseded(
  links: Model<LinkRecord>,
  { email, client, browser, askedAt }: Pick<NewLink, 'email' | 'client' | 'browser' | 'askedAt'>,
): Promise<boolean> {
  const later = await links.find({ email, askedAt: { $gt: askedAt } }).lean();
  return later.some(
    (link) =>
      link.client === client || link.browser === browser || link.askedAt.getTime() - askedAt.getTime() > PROTECTED_MS,
  );
}

/** Returns the model of sign-in links. */
export function linkModel(connection: Connection): Model<LinkRecord> {
  return connection.model<LinkRecord>('SignInLink', schema);
}

/** How long a link works, in seconds. */
export const LINK_LIFETIME_S = RETENTION.signInLinkMinutes * 60;

/**
 * How much longer its token is valid, in seconds: a process's clock may be hours off. The record of the link, which expires by
 * the database's clock, decides.
 */
const CLOCK_TOLERANCE_S = 24 * 3600;

const PURPOSE = 'sign-in';

/** The claims of a link's token, bound to purpose, audience and address. */
const linkClaimsSchema = z.strictObject({
  destination: emailSchema,
  purpose: z.literal(PURPOSE),
  aud: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** The secrets of one mail; only the mail holds them. */
interface MagicLink {
  readonly token: string;
  readonly code: string;
  readonly url: string;
  readonly tokenHash: string;
  readonly codeHash: string;
}

/** Creates and verifies links and codes. */
export interface MagicLinks {
  /** The secrets by which passport-magic-login verifies tokens, the signing one first. */
  readonly secrets: readonly [string, ...string[]];
  readonly audience: string;
  mint(email: string): Promise<MagicLink>;
  hashOfToken(token: string): string;
  isCode(email: string, code: string, hash: string): boolean;
}

/** Creates the links of a portal. */
export function createMagicLinks(config: Pick<Config, 'publicUrl' | 'tokenSecrets'>): MagicLinks {
  const [linkKey, ...previous] = deriveKeys(config.tokenSecrets, 'sign-in-link');
  const codeKeys = deriveKeys(config.tokenSecrets, 'sign-in-code');
  const encoded = (key: Buffer) => key.toString('base64url');
  const audience = config.publicUrl;
  const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');
  // Keyed: a million codes are tried in no time against a plain hash.
  const codeText = (email: string, code: string) => `${email}\n${code}`;
  return {
    secrets: [encoded(linkKey), ...previous.map(encoded)],
    audience,
    hashOfToken,
    mint: async (email) => {
      const now = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({ destination: email, purpose: PURPOSE })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(audience)
        .setJti(randomBytes(24).toString('base64url'))
        .setIssuedAt(now)
        .setExpirationTime(now + LINK_LIFETIME_S + CLOCK_TOLERANCE_S)
        .sign(new TextEncoder().encode(encoded(linkKey)));
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return {
        token,
        code,
        // A fragment is in no log and no Referer, and a scanner that opens the page spends nothing.
        url: `${config.publicUrl}/auth-handler#token=${token}`,
        tokenHash: hashOfToken(token),
        codeHash: signatureOf(codeKeys[0], codeText(email, code)),
      };
    },
    isCode: (email, code, hash) => isSignedBy(codeKeys, codeText(email, code), hash),
  };
}

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
