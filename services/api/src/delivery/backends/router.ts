import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import {
  type Backend,
  type BackendKeys,
  type BackendToken,
  backendKeysSchema,
  mintBackendToken,
  type NewBackendToken,
  readBackendKeys,
} from '@cytocomm/contract';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import { anonymousWithoutDatabase, type Principal, signedInToRead } from '../../platform/calls/access.ts';
import { forbidden, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { deriveKeys, ed25519KeyOf } from '../../platform/settings/keys.ts';

const LIFETIME_S = 5 * 60;
const ALGORITHM = 'EdDSA';

/** The backends that a remote may call. */
type BackendsOf = (remote: string) => Promise<readonly Backend[]>;

/** Tokens with which remotes call the backends of their teams. */
interface BackendTokens {
  /**
   * Makes a token for a person and a backend. Throws 429 beyond the limit of the person, and 403 if the remote may not call that
   * backend.
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

/** Creates the tokens; keys are derived from the token secrets, so all processes have the same. */
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
          `${remote} may not call a backend ${audience}: an admin must allow it in the table of remotes, and the remote must be switched on.`,
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

/** Cache time of the keys, in seconds. */
const KEYS_MAX_AGE_S = 300;

/** Routes of tokens for the backends of teams. */
export function backendRoutes(tokens: BackendTokens): RouteTable {
  const table = routeTable();

  table.answer(mintBackendToken, signedInToRead, ({ principal, body }) => tokens.mint(principal, body));

  table.answer(readBackendKeys, anonymousWithoutDatabase, ({ res }) => {
    res.setHeader('Cache-Control', `public, max-age=${KEYS_MAX_AGE_S}`);
    return tokens.keys();
  });

  return table;
}
