import { createHash, randomBytes, randomInt } from 'node:crypto';
import { emailSchema, RETENTION } from '@cytocomm/contract';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';

/** How long a link works, in seconds. */
export const LINK_LIFETIME_S = RETENTION.signInLinkMinutes * 60;

/**
 * How much longer its token is valid, in seconds: a process's clock may be hours off. The record of the link, which expires by
 * the database's clock, decides.
 */
const CLOCK_TOLERANCE_S = 24 * 3600;

const PURPOSE = 'sign-in';

/** The claims of a link's token, bound to purpose, audience and address. */
export const linkClaimsSchema = z.strictObject({
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
