import { z } from 'zod';
import { audienceSchema } from '../contributions.ts';
import { callsOf, empty, json } from '../define-call.ts';
import { lockedReleaseSchema, lockSchema, remoteNameSchema } from '../release.ts';

/** The most hours of a permission. */
export const MAX_LOCAL_REMOTE_HOURS = 8;

/** Whether a text is the origin of a server on one's own machine, with its port. Nothing else may be in it: it becomes a part of a page's policy. */
function isLocalOrigin(text: string): boolean {
  const [, port] = /^http:\/\/(?:localhost|127\.0\.0\.1):([1-9]\d{0,4})$/.exec(text) ?? [];
  return port !== undefined && Number(port) <= 65_535;
}

/** The origin of a server on one's own machine. */
export const localOriginSchema = z
  .string()
  .max(30)
  .refine(isLocalOrigin, 'an address of your own machine: http://localhost:PORT or http://127.0.0.1:PORT');

/** The name of a remote, without the shell: only a remote can be local. */
const localNameSchema = remoteNameSchema
  .max(100)
  .refine((name) => name.startsWith('mfe-'), 'the name of a remote, such as mfe-investor');

/** What somebody asks for who works on a remote. */
export const newLocalRemoteSchema = z
  .strictObject({
    remote: localNameSchema,
    origin: localOriginSchema.describe('where the own machine serves it'),
    hours: z.int().min(1).max(MAX_LOCAL_REMOTE_HOURS),
  })
  .meta({ id: 'NewLocalRemote' });
/** What somebody asks for who works on a remote. */
export type NewLocalRemote = z.infer<typeof newLocalRemoteSchema>;

/** A permission: pages of this browser load this remote from the own machine. */
export const localRemoteSchema = z
  .strictObject({ remote: localNameSchema, origin: localOriginSchema, expiresAt: z.iso.datetime() })
  .meta({ id: 'LocalRemote' });
/** A permission: pages of this browser load this remote from the own machine. */
export type LocalRemote = z.infer<typeof localRemoteSchema>;

/** The permission that this browser has. */
export const localRemoteStateSchema = z
  .object({ localRemote: localRemoteSchema.nullable() })
  .meta({ id: 'LocalRemoteState' });
/** The permission that this browser has. */
export type LocalRemoteState = z.infer<typeof localRemoteStateSchema>;

/** The most bytes of a question whether a local release fits. */
export const MAX_FIT_BYTES = 512 * 1024;

/** Whether a local release fits the page that is to load it. */
export const localFitQuestionSchema = z
  .strictObject({
    lock: lockSchema.describe('the lock of the page; its releases may be without files'),
    release: z.unknown().describe('what the own machine has as release.json'),
  })
  .meta({ id: 'LocalFitQuestion' });
/** Whether a local release fits the page that is to load it. */
export type LocalFitQuestion = z.infer<typeof localFitQuestionSchema>;

/** A local release that fits, as it stands in the lock of the page. */
export const localFitSchema = z.object({ release: lockedReleaseSchema }).meta({ id: 'LocalFit' });
/** A local release that fits, as it stands in the lock of the page. */
export type LocalFit = z.infer<typeof localFitSchema>;

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

const localRemotes = callsOf('local-remotes');
const backendTokens = callsOf('backend-tokens');

/** A remote of one's own machine in pages of this portal. */
export default {
  allowLocalRemote: localRemotes('POST', '/api/local-remotes', {
    summary: 'Allow this browser to load one remote from your own machine',
    description:
      'The answer sets a signed cookie, in the place of an earlier one. It counts in this browser and for this sign-in alone, ' +
      'until its time is over, you sign out, or it is stopped.',
    body: newLocalRemoteSchema,
    reply: json(localRemoteSchema, 201),
    problems: { unavailable: 503 },
  }),
  readLocalRemote: localRemotes('GET', '/api/local-remotes', {
    summary: "Read this browser's permission to load a local remote",
    description: 'Null without a permission, or when it is expired, altered or from another sign-in.',
    reply: json(localRemoteStateSchema),
  }),
  stopLocalRemote: localRemotes('DELETE', '/api/local-remotes', {
    summary: "Revoke this browser's permission to load a local remote",
    reply: empty,
    problems: { 'foreign-origin': 403 },
  }),
  fitLocalRemote: localRemotes('POST', '/api/local-remotes/fit', {
    summary: 'Check whether a locally served release fits a page',
    description:
      'A page that has a permission asks this each time before it loads anything of the local remote. The release is held against ' +
      'the lock of the page and the API that runs. What a remote may claim is looked at when it is published.',
    body: localFitQuestionSchema,
    maxBodyBytes: MAX_FIT_BYTES,
    reply: json(localFitSchema),
    problems: { 'not-found': 404, 'release-invalid': 422, 'gate-refused': 422 },
  }),
  mintBackendToken: backendTokens('POST', '/api/backend-tokens', {
    summary: "Create a token for a remote's own backend",
    description:
      'The token is a JWT of at most five minutes: `aud` is the audience, `sub` the e-mail, `roles` what the person has now, `remote` who asked. The table of remotes allows each remote its backends. In a preview the token has the role of the preview, and `preview: true`.',
    body: newBackendTokenSchema,
    reply: json(backendTokenSchema, 201),
    problems: { forbidden: 403, 'rate-limited': 429 },
  }),
  readBackendKeys: backendTokens('GET', '/api/backend-tokens/keys', {
    summary: 'Read the public keys that backends check tokens with, as a JSON Web Key Set',
    reply: json(backendKeysSchema),
  }),
};
