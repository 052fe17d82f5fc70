import { randomUUID } from 'node:crypto';
import { type IdToken, idTokenClaimsSchema } from '@cytocomm/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config.ts';
import type { Principal } from '../http/access.ts';
import { deriveKey } from '../keys.ts';

const LIFETIME_S = 5 * 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'cytocomm-portal-api';

/** Makes and reads ID tokens. */
export interface IdTokens {
  mint(person: Principal): Promise<IdToken>;
  /** Whose token it is and of which session; undefined when it is not ours, not for this, or over. */
  read(token: string): Promise<{ readonly email: string; readonly sid: string } | undefined>;
}

/** The ID tokens of this portal. */
export function createIdTokens(config: Pick<Config, 'publicUrl' | 'tokenSecret'>): IdTokens {
  const key = deriveKey(config.tokenSecret, 'id-token');
  return {
    mint: async (person) => {
      const now = Math.floor(Date.now() / 1000);
      const role = person.defaultRole === undefined ? {} : { role: person.defaultRole };
      const idToken = await new SignJWT({ name: person.name, roles: [...person.roles], sid: person.sid, ...role })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(person.email)
        .setIssuer(config.publicUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_S)
        .setJti(randomUUID())
        .sign(key);
      return { idToken, expiresAt: new Date((now + LIFETIME_S) * 1000).toISOString() };
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: config.publicUrl,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'sub', 'sid'],
        });
        const claims = idTokenClaimsSchema.safeParse(payload);
        return claims.success ? { email: claims.data.sub, sid: claims.data.sid } : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
