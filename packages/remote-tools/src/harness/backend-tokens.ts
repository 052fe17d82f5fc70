import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  addressOf,
  type BackendKeys,
  type BackendTokenClaims,
  backendKeysSchema,
  backendTokenClaimsSchema,
  readBackendKeys,
} from '@cytocomm/contract';
import type { Middleware } from 'webpack-dev-server';
import { SIGNATURE_PATH } from '../dev-server/messages.ts';

const ALGORITHM = 'EdDSA';
/** Under any other name this machine is reached by somebody else's page (DNS rebinding). */
const OWN_HOST = /^(localhost|127\.0\.0\.1):\d+$/;
/** The most bytes of claims that are signed. */
const MAX_BYTES = 8 * 1024;

/** Returns the thumbprint of a key (RFC 7638). */
function thumbprint({ crv, kty, x }: Pick<BackendKeys['keys'][number], 'crv' | 'kty' | 'x'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

function keysOf(publicKey: KeyObject): BackendKeys {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  const use = { alg: ALGORITHM, use: 'sig' };
  const [key] = backendKeysSchema.parse({ keys: [{ crv, kty, x, kid: '', ...use }] }).keys;
  return { keys: key === undefined ? [] : [{ ...key, kid: thumbprint(key) }] };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function claimsIn(text: string): BackendTokenClaims | undefined {
  try {
    return backendTokenClaimsSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Returns what signs tokens for backends, for pages of this server alone, with a key of this process, and serves the public
 * key where a portal does: a team's backend checks the tokens of the harness as those of a portal.
 */
export function backendTokens(): Middleware[] {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = keysOf(publicKey);
  const header = encoded({ alg: ALGORITHM, typ: 'JWT', kid: keys.keys[0]?.kid });

  function tokenOf(claims: BackendTokenClaims): string {
    const signed = `${header}.${encoded(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  async function answerSignature(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin } = request.headers;
    const isOwnPage = OWN_HOST.test(host) && origin === `http://${host}`;
    if (request.method !== 'POST' || !isOwnPage) return void response.writeHead(403).end();
    const claims = claimsIn(await bodyOf(request));
    // Of this server's own address: a backend that trusts another one is not reached with it.
    if (claims?.iss !== origin) return void response.writeHead(400).end();
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(tokenOf(claims));
  }

  return [
    {
      name: 'backend-token-keys',
      path: addressOf(readBackendKeys),
      middleware(_request: IncomingMessage, response: ServerResponse) {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
        response.end(JSON.stringify(keys));
      },
    },
    { name: 'backend-token-signature', path: SIGNATURE_PATH, middleware: answerSignature },
  ];
}
