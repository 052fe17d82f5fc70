import { BlockList, isIP } from 'node:net';
import { emailSchema } from '@cytocomm/contract';
import { isLocalHost } from '@cytocomm/runtime/database';
import type { CustomFetch, ServerMetadata } from 'openid-client';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { CompanyAccountConfig } from '../../platform/settings/schemas.ts';
import type { Expected } from './model.ts';

/** The networks of RFC 6890 that are not reachable from the internet. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? isLocalHost(hostname) : PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns why the addresses of the provider's description are not used; undefined when they are. It must describe the very
 * issuer of the settings: that of all tenants of a host would vouch for anybody's address.
 */
function addressFault(issuer: string, described: ServerMetadata): string | undefined {
  const own = new URL(issuer);
  if (!URL.canParse(described.issuer) || new URL(described.issuer).href !== own.href)
    return 'the provider describes another issuer';
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const fault = endpointFault(own, described, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns why an endpoint of the provider is not asked; undefined when it may be. */
function endpointFault(
  own: URL,
  described: ServerMetadata,
  name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint',
): string | undefined {
  const value = described[name];
  if (value === undefined || !URL.canParse(value)) return `the provider names no ${name}`;
  const { protocol, hostname } = new URL(value);
  if (protocol !== 'https:' && protocol !== own.protocol) return `the ${name} of the provider is no https address`;
  if (hostname !== own.hostname && isPrivate(hostname))
    return `the ${name} of the provider is a private address of another host`;
  return undefined;
}

/** The longest answer of the provider, in bytes, after decompression. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** Fetches like `fetch`, and throws for an answer that is too long; the deadline of the call covers its body, too. */
const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const answer = await fetch(url, { ...options, body: body ?? null });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = answer;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
};

/** The parameters of the redirect from the provider. */
interface ProviderAnswer {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

const addressFields = { email: emailSchema.optional().catch(undefined), email_verified: z.unknown().optional() };

const addressSchema = z.object(addressFields);

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  iat: z.number(),
  ...addressFields,
  amr: z.array(z.string()).default([]).catch([]),
});

/** The claims about a person, of the ID token or the userinfo endpoint. */
export interface CompanyPerson {
  readonly subject: string;
  /** Undefined unless the provider says that it is verified. */
  readonly email: string | undefined;
  /** How they have proved to be them. */
  readonly amr: readonly string[];
}

/** The company's OpenID provider. All calls throw ProviderFailure. */
export interface Provider {
  /** Returns where the browser goes to sign in. */
  address(expected: Expected): Promise<string>;
  /** Redeems the code of an answer. Returns whom the ID token names, after all its checks. */
  redeem(expected: Expected, answer: ProviderAnswer): Promise<CompanyPerson>;
}

/** The provider did not do what was asked: it is away, wrongly set up, said no, or what it said does not count. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: 'unavailable' | 'denied' | 'not-accepted';

  constructor(kind: ProviderFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The deadline of each request to the provider, in seconds. */
const TIMEOUT_S = 5;
/** How far the provider's clock may be off, in seconds. */
const CLOCK_TOLERANCE_S = 60;
/** How long the provider's description counts, and how long a failure to read it, in ms. */
const DESCRIPTION_MS = 60 * 60_000;
const FAILURE_MS = 5000;

/** The library's codes of an ID token or answer that does not count; all else is a provider that does not work. */
const NOT_ACCEPTED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    const isAway = error.error === 'server_error' || error.error === 'temporarily_unavailable';
    const reason = `the provider answered ${error.error.replace(/[^\w.-]/g, '?').slice(0, 60)}`;
    return new ProviderFailure(isAway ? 'unavailable' : 'denied', reason);
  }
  if (error instanceof openid.ResponseBodyError) {
    const reason = `the token endpoint answered ${error.status} ${error.error.replace(/[^\w.-]/g, '?').slice(0, 60)}`;
    return new ProviderFailure(error.error === 'invalid_grant' ? 'not-accepted' : 'unavailable', reason);
  }
  const isClientError = error instanceof openid.ClientError;
  const kind = isClientError && NOT_ACCEPTED.has(error.code ?? '') ? 'not-accepted' : 'unavailable';
  const why = kind === 'not-accepted' ? 'its answer was not accepted' : 'the provider cannot be asked';
  return new ProviderFailure(kind, why, error);
}

/**
 * Creates the client of a provider; it returns to `redirectUri`. `now` is the time of the portal; `onStale` is told why the last
 * good description goes on counting, which is read again after `descriptionMs` (an hour).
 */
export function createProvider(
  account: CompanyAccountConfig,
  redirectUri: string,
  now: () => Date,
  onStale: (reason: unknown) => void,
  descriptionMs = DESCRIPTION_MS,
): Provider {
  const isInsecure = account.issuer.startsWith('http:');
  let lastGood: openid.ServerMetadata | undefined;
  let cached: { readonly description: Promise<openid.ServerMetadata>; until: number } | undefined;

  async function discover(): Promise<openid.ServerMetadata> {
    const found = await openid
      .discovery(new URL(account.issuer), account.clientId, undefined, undefined, {
        timeout: TIMEOUT_S,
        [openid.customFetch]: boundedFetch,
        ...(isInsecure ? { execute: [openid.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        throw new ProviderFailure('unavailable', 'the description of the provider cannot be read', error);
      });
    const description = found.serverMetadata();
    const fault = addressFault(account.issuer, description);
    if (fault !== undefined) throw new ProviderFailure('unavailable', fault);
    return description;
  }

  /**
   * Returns the provider's description: read once by all who wait, again after an hour, after a failure in 5 s at the earliest.
   * While it cannot be read again the last one counts; keys are read for each sign-in all the same.
   */
  function described(): Promise<openid.ServerMetadata> {
    if (cached !== undefined && performance.now() < cached.until) return cached.description;
    const entry = { description: read(), until: performance.now() + descriptionMs };
    cached = entry;
    return entry.description;

    async function read(): Promise<openid.ServerMetadata> {
      try {
        lastGood = await discover();
        return lastGood;
      } catch (error) {
        entry.until = performance.now() + FAILURE_MS;
        if (lastGood === undefined) throw error;
        onStale(error);
        return lastGood;
      }
    }
  }

  /** Returns a client without memory: the keys of the provider are read for each sign-in, so that changed ones count at once. */
  async function client(): Promise<openid.Configuration> {
    const description = await described();
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = description;
    const authentication = methods.includes('client_secret_post') ? openid.ClientSecretPost : openid.ClientSecretBasic;
    const configuration = new openid.Configuration(
      description,
      account.clientId,
      {
        [openid.clockTolerance]: CLOCK_TOLERANCE_S,
        [openid.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      },
      authentication(account.clientSecret),
    );
    configuration.timeout = TIMEOUT_S;
    configuration[openid.customFetch] = boundedFetch;
    if (isInsecure) openid.allowInsecureRequests(configuration);
    // Else the signature of an ID token is not checked that came by TLS.
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  /**
   * Returns the address of a person by the provider's user info endpoint, where many keep it (OpenID Connect Core, 5.4); none when it
   * has no such endpoint.
   */
  async function userInfo(configuration: openid.Configuration, accessToken: string, subject: string) {
    const description = configuration.serverMetadata();
    if (description.userinfo_endpoint === undefined) return addressSchema.parse({});
    const fault = endpointFault(new URL(account.issuer), description, 'userinfo_endpoint');
    if (fault !== undefined) throw new ProviderFailure('unavailable', fault);
    return addressSchema.parse(await openid.fetchUserInfo(configuration, accessToken, subject));
  }

  return {
    address: async ({ state, nonce, verifier }) => {
      try {
        const url = openid.buildAuthorizationUrl(await client(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      } catch (error) {
        throw failureOf(error);
      }
    },

    redeem: async ({ state, nonce, verifier }, answer) => {
      try {
        const returned = new URL(redirectUri);
        for (const [name, value] of Object.entries({ state, ...answer }))
          if (value !== undefined) returned.searchParams.set(name, value);
        const configuration = await client();
        const tokens = await openid.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = claimsSchema.safeParse(tokens.claims());
        if (!claims.success) throw new ProviderFailure('not-accepted', 'the ID token has no subject');
        const { sub: subject, amr, iat } = claims.data;
        // The library looks at the end of a token and at when it begins to count, not at when it was made.
        if (iat > now().getTime() / 1000 + CLOCK_TOLERANCE_S)
          throw new ProviderFailure('not-accepted', 'the ID token is from the future');
        const { email, email_verified: isVerified } =
          'email' in claims.data ? claims.data : await userInfo(configuration, tokens.access_token, subject);
        return { subject, email: isVerified === true ? email : undefined, amr };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}
