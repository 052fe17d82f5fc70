import { backendKeysSchema, backendTokenSchema, newBackendTokenSchema } from '../api/backend-tokens.ts';
import { mintBackendToken, readBackendKeys } from '../calls/backend-tokens.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('backend-tokens');

/** Tokens for the backends of teams. */
export const backendTokenSpecs = [
  spec(mintBackendToken, {
    summary: 'Make a token by which a remote calls its own backend',
    description:
      'The token is a JWT of at most five minutes: `aud` is the audience, `sub` the e-mail, `roles` what the person has now, `remote` who asked. The table of remotes allows each remote its backends. In a preview the token has the role of the preview, and `preview: true`.',
    body: newBackendTokenSchema,
    reply: json(backendTokenSchema, 201),
    problems: { forbidden: 403, 'rate-limited': 429 },
  }),
  spec(readBackendKeys, {
    summary: 'The public keys by which a backend checks tokens, as a JSON Web Key Set',
    reply: json(backendKeysSchema),
  }),
];
