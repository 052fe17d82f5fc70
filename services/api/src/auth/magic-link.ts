import { createHash, randomBytes, randomInt } from 'node:crypto';
import { emailSchema, RETENTION } from '@cytocomm/contract';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../keys.ts';

/** How long a link works. */
export const LINK_LIFETIME_S = RETENTION.signInLinkMinutes * 60;

/**
 * How much longer its token counts: the record of the link, which the database's clock ends, decides. The token is judged by the clock of
 * whichever process reads it, which may be ahead of the one that made it.
 */
const CLOCKS_APART_S = 5 * 60;

const PURPOSE = 'sign-in';

/** What a link's token says. It is bound to purpose and audience, and to one address. */
export const linkClaimsSchema = z.strictObject({
  destination: emailSchema,
  purpose: z.literal(PURPOSE),
  aud: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** The secrets of one mail: they exist while it is composed, and afterwards in the mail alone. */
export interface FreshLink {
  readonly token: string;
  readonly code: string;
  readonly url: string;
  readonly tokenHash: string;
  readonly codeHash: string;
}

/** Makes and recognises links and codes. */
export interface MagicLinks {
  /** The secrets under which passport-magic-login verifies tokens. */
  readonly secrets: readonly [string, ...string[]];
  readonly audience: string;
  mint(email: string): Promise<FreshLink>;
  hashOfToken(token: string): string;
  isCode(email: string, code: string, hash: string): boolean;
}

/** The links of this portal. */
export function createMagicLinks(config: Pick<Config, 'publicUrl' | 'tokenSecrets'>): MagicLinks {
  const [linkKey, ...earlier] = deriveKeys(config.tokenSecrets, 'sign-in-link');
  const codeKeys = deriveKeys(config.tokenSecrets, 'sign-in-code');
  const written = (key: Buffer) => key.toString('base64url');
  const audience = config.publicUrl;
  const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');
  // Keyed, because a million codes are tried in no time against a plain hash.
  const codeText = (email: string, code: string) => `${email}\n${code}`;
  return {
    secrets: [written(linkKey), ...earlier.map(written)],
    audience,
    hashOfToken,
    mint: async (email) => {
      const now = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({ destination: email, purpose: PURPOSE })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(audience)
        .setJti(randomBytes(24).toString('base64url'))
        .setIssuedAt(now)
        .setExpirationTime(now + LINK_LIFETIME_S + CLOCKS_APART_S)
        .sign(new TextEncoder().encode(written(linkKey)));
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      return {
        token,
        code,
        // A fragment never leaves the browser: it is in no log and no Referer, and a scanner that opens the page spends nothing.
        url: `${config.publicUrl}/auth-handler#token=${token}`,
        tokenHash: hashOfToken(token),
        codeHash: signatureOf(codeKeys[0], codeText(email, code)),
      };
    },
    isCode: (email, code, hash) => isSignedBy(codeKeys, codeText(email, code), hash),
  };
}
