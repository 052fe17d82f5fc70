import { randomUUID } from 'node:crypto';
import { type IdToken, idTokenClaimsSchema } from '@cytocomm/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config.ts';
import type { Principal } from '../http/access.ts';
import { deriveKeys } from '../keys.ts';

const LIFETIME_S = 5 * 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'cytocomm-portal-api';

/** How many verified tokens a process remembers. */
const MAX_REMEMBERED = 5000;

interface Verified {
  readonly email: string;
  readonly sid: string;
  readonly exp: number;
}

/** Makes and reads ID tokens. */
export interface IdTokens {
  mint(person: Principal): Promise<IdToken>;
  /** Whose token it is and of which session; undefined when it is not ours, not for this, or over. */
  read(token: string): Promise<{ readonly email: string; readonly sid: string } | undefined>;
}

/** The ID tokens of this portal. */
export function createIdTokens(
  config: Pick<Config, 'publicUrl' | 'tokenSecrets'>,
  clock: () => Date = () => new Date(),
): IdTokens {
  const keys = deriveKeys(config.tokenSecrets, 'id-token');
  // A page sends one token with all its calls for five minutes; its signature is checked once. Whether the person and the session
  // still count is not in here: that is asked of the user's record on each call.
  const verified = new Map<string, Verified>();

  async function verifyWith(key: Buffer, token: string): Promise<Verified | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: config.publicUrl,
        audience: AUDIENCE,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub', 'sid'],
      });
      const claims = idTokenClaimsSchema.safeParse(payload);
      return claims.success ? { email: claims.data.sub, sid: claims.data.sid, exp: claims.data.exp } : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async function verify(token: string): Promise<Verified | undefined> {
    for (const key of keys) {
      const claims = await verifyWith(key, token);
      if (claims !== undefined) return claims;
    }
    return undefined;
  }

  return {
    mint: async (person) => {
      const now = Math.floor(clock().getTime() / 1000);
      const role = person.defaultRole === undefined ? {} : { role: person.defaultRole };
      const idToken = await new SignJWT({ name: person.name, roles: [...person.roles], sid: person.sid, ...role })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(person.email)
        .setIssuer(config.publicUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_S)
        .setJti(randomUUID())
        .sign(keys[0]);
      return { idToken, expiresAt: new Date((now + LIFETIME_S) * 1000).toISOString() };
    },
    read: async (token) => {
      const known = verified.get(token);
      if (known !== undefined && known.exp > clock().getTime() / 1000) return known;
      const claims = await verify(token);
      if (claims === undefined) return undefined;
      // The oldest goes first: a Map keeps the order in which its keys came.
      const [oldest] = verified.size >= MAX_REMEMBERED ? verified.keys() : [];
      if (oldest !== undefined) verified.delete(oldest);
      verified.set(token, claims);
      return claims;
    },
  };
}
