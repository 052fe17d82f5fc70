import { z } from 'zod';
import { audienceSchema } from '../backend.ts';
import { remoteNameSchema } from '../release.ts';

/** The remote that calls its backend, and which of them. */
export const newBackendTokenSchema = z
  .strictObject({ remote: remoteNameSchema, audience: audienceSchema })
  .meta({ id: 'NewBackendToken' });
/** The remote that calls its backend, and which of them. */
export type NewBackendToken = z.infer<typeof newBackendTokenSchema>;

/** A token for one backend, and the only origin that it may be sent to. */
export const backendTokenSchema = z
  .object({
    token: z.string().describe('a JWT, signed with Ed25519'),
    origin: z.string().describe('where the backend is; the token is sent nowhere else'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'BackendToken' });
/** A token for one backend. */
export type BackendToken = z.infer<typeof backendTokenSchema>;

/** What a token says to the backend. */
export const backendTokenClaimsSchema = z
  .object({
    iss: z.string().describe('the address of the portal'),
    aud: audienceSchema,
    sub: z.string().describe('the e-mail of the person'),
    name: z.string(),
    roles: z.array(z.string()),
    remote: remoteNameSchema,
    preview: z.literal(true).optional().describe('an admin looks at the portal as this role: nothing may be changed'),
    iat: z.number(),
    exp: z.number(),
    jti: z.string(),
  })
  .meta({ id: 'BackendTokenClaims' });
/** What a token says to the backend. */
export type BackendTokenClaims = z.infer<typeof backendTokenClaimsSchema>;

/** The public keys by which a backend checks tokens: a JSON Web Key Set (RFC 7517, RFC 8037). */
export const backendKeysSchema = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({ id: 'BackendKeys' });
/** The public keys by which a backend checks tokens. */
export type BackendKeys = z.infer<typeof backendKeysSchema>;
