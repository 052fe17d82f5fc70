import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import {
  type Backend,
  type BackendKeys,
  type BackendToken,
  backendKeysSchema,
  type NewBackendToken,
} from '@cytocomm/contract';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import type { Principal } from '../../platform/calls/access.ts';
import { forbidden, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { deriveKeys, ed25519KeyOf } from '../../platform/settings/keys.ts';

const LIFETIME_S = 5 * 60;
const ALGORITHM = 'EdDSA';

/** The backends that a remote may call. */
type BackendsOf = (remote: string) => Promise<readonly Backend[]>;

/** Tokens by which remotes call the backends of their teams. */
export interface BackendTokens {
  /**
   * Makes a token for a person and a backend. Throws 429 beyond the person's limit, which is counted first, and 403 when the
   * table does not allow the remote that backend.
   */
  mint(person: Principal, wanted: NewBackendToken): Promise<BackendToken>;
  /** Returns the public keys of all secrets: a token stays valid while secrets are changed. */
  keys(): Promise<BackendKeys>;
}

async function jwkOf(key: KeyObject): Promise<BackendKeys['keys'][number]> {
  const jwk = await exportJWK(createPublicKey(key));
  const kid = await calculateJwkThumbprint(jwk);
  const [exported] = backendKeysSchema.parse({ keys: [{ ...jwk, kid, alg: ALGORITHM, use: 'sig' }] }).keys;
  if (exported === undefined) throw new Error('A key was not exported.');
  return exported;
}

/** Creates the tokens of a portal. The keys follow from its token secrets, so all its processes have the same. */
export function createBackendTokens({ config, database, limits }: Core, backendsOf: BackendsOf): BackendTokens {
  const [first, ...earlier] = deriveKeys(config.tokenSecrets, 'backend-token');
  const privateKey = ed25519KeyOf(first);
  const jwks = Promise.all([privateKey, ...earlier.map(ed25519KeyOf)].map(jwkOf));
  // Awaited with each call; until then a fault is not unhandled.
  jwks.catch(() => undefined);

  return {
    mint: async ({ email, name, roles, previewed }, { remote, audience }) => {
      const { allowed, secondsLeft } = await limits.count('backend-tokens-by-person', email);
      if (!allowed) throw rateLimited(secondsLeft);
      const backend = (await backendsOf(remote)).find((each) => each.audience === audience);
      if (backend === undefined)
        throw forbidden(
          `${remote} may not call a backend ${audience}: an admin allows it in the table of remotes, and it must not be switched off.`,
        );
      const [key] = await jwks;
      const now = Math.floor(database.now().getTime() / 1000);
      const token = await new SignJWT({
        name,
        roles: [...roles],
        remote,
        ...(previewed !== undefined && { preview: true }),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(key && { kid: key.kid }) })
        .setSubject(email)
        .setIssuer(config.publicUrl)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_S)
        .setJti(randomUUID())
        .sign(privateKey);
      return { token, origin: backend.origin, expiresAt: new Date((now + LIFETIME_S) * 1000).toISOString() };
    },
    keys: async () => ({ keys: await jwks }),
  };
}
