import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { companySignInSchema } from '@cytocomm/contract';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Answer, read, type TestBrowser } from './browser.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** What an ID token says, right or wrong. */
export type Claims = Readonly<Record<string, unknown>>;

/** Where a browser was sent, as the provider reads it. */
export interface AskedOf {
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** What the answer of an endpoint becomes; it answers as it should where this returns false. */
type Misbehaviour = (req: IncomingMessage, res: ServerResponse) => boolean;

/** A provider of company accounts by OpenID Connect, in the process of a test. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  /** How often each endpoint was asked. */
  readonly asked: Map<string, number>;
  /** Puts an endpoint out of order, until it is put right by undefined. */
  misbehave(path: string, how: Misbehaviour | undefined): void;
  /** Fields of the description that differ. */
  describe(fields: Readonly<Record<string, unknown>>): void;
  /** Returns the code for somebody who signed in; `claims` differ from a good ID token, undefined leaves one out. */
  codeFor(asked: AskedOf, claims: Claims, sign?: (claims: JWTPayload) => Promise<string>): string;
  /** Signs with the key of today, or another one. */
  sign(claims: JWTPayload, keys?: Keys): Promise<string>;
  /** Replaces the signing key. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

/** The identity of the portal at the provider. */
export const CLIENT = { id: 'portal', secret: 'the-secret-of-the-client' } as const;

/** Reads where a browser was sent. */
function askedOf(url: string): AskedOf {
  const fields = new URL(url).searchParams;
  const field = (name: string) => fields.get(name) ?? '';
  return {
    state: field('state'),
    nonce: field('nonce'),
    challenge: field('code_challenge'),
    redirectUri: field('redirect_uri'),
  };
}

async function bodyOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return new URLSearchParams(text);
}

function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a provider. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const requests = new Map<string, number>();
  const misbehaviours = new Map<string, Misbehaviour>();
  const codes = new Map<string, { readonly of: AskedOf; readonly token: () => Promise<string> }>();
  let described: Readonly<Record<string, unknown>> = {};
  let keys = await generateKeyPair('RS256', { extractable: true });
  let keyId = 1;

  const sign: OpenIdProvider['sign'] = (claims, by = keys) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `key-${keyId}` }).sign(by.privateKey);

  async function redeem(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = await bodyOf(req);
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return json(res, 401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant?.of.challenge === challenge && grant.of.redirectUri === form.get('redirect_uri');
    if (grant === undefined || !isRight) return json(res, 400, { error: 'invalid_grant' });
    json(res, 200, { access_token: 'unused', token_type: 'Bearer', id_token: await grant.token() });
  }

  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '', 'http://provider.invalid').pathname;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (misbehaviours.get(path)?.(req, res) === true) return;
    if (path === '/.well-known/openid-configuration')
      json(res, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...described,
      });
    else if (path === '/keys')
      json(res, 200, {
        keys: [{ ...(await exportJWK(keys.publicKey)), kid: `key-${keyId}`, alg: 'RS256', use: 'sig' }],
      });
    else if (path === '/token') await redeem(req, res);
    else json(res, 404, { error: 'not_found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  const issuer = `http://localhost:${address.port}`;

  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_EMAIL_DOMAINS: 'x.example',
    },
    asked: requests,
    misbehave: (path, how) => {
      if (how === undefined) misbehaviours.delete(path);
      else misbehaviours.set(path, how);
    },
    describe: (fields) => {
      described = fields;
    },
    codeFor: (of, claims, signed = sign) => {
      const code = randomUUID();
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: CLIENT.id, nonce: of.nonce, iat: now, exp: now + 300, email_verified: true };
      codes.set(code, { of, token: () => signed({ ...usual, ...claims }) });
      return code;
    },
    sign,
    rotate: async () => {
      keys = await generateKeyPair('RS256', { extractable: true });
      keyId += 1;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Begins to sign in with a company account. Returns what the provider is asked. */
export async function begin(browser: TestBrowser, returnTo?: string): Promise<AskedOf> {
  const answer = await browser.post('/api/auth/company', returnTo === undefined ? {} : { returnTo });
  return askedOf(read(answer, companySignInSchema).url);
}

/** Sends what the provider answered. */
export function complete(browser: TestBrowser, answer: Readonly<Record<string, string>>): Promise<Answer> {
  return browser.post('/api/auth/company/complete', answer);
}

/** Signs in with a company account, from the dialog to the answer of the portal. */
export async function signInByCompany(
  browser: TestBrowser,
  provider: OpenIdProvider,
  claims: Claims,
  sign?: (claims: JWTPayload) => Promise<string>,
): Promise<Answer> {
  const request = await begin(browser);
  return complete(browser, { state: request.state, code: provider.codeFor(request, claims, sign) });
}
