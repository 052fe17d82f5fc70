import { createPublicKey, verify } from 'node:crypto';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addressOf,
  type BackendTokenClaims,
  backendKeysSchema,
  backendTokenClaimsSchema,
  readBackendKeys,
} from '@cytocomm/contract';
import { SIGNATURE_PATH } from '../dev-server/messages.ts';
import { backendTokens } from './backend-tokens.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  const all = backendTokens();
  server = createServer((request, response) => {
    const found = all.find((each) => typeof each === 'object' && each.path === request.url);
    if (typeof found === 'object') Reflect.apply(found.middleware, undefined, [request, response]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const claims = (change: object = {}): BackendTokenClaims => ({
  ...{ iss: origin, aud: 'lab', sub: 'dev@x.example', name: 'Dev', roles: ['developer'], remote: 'mfe-lab' },
  ...{ iat: 1, exp: 301, jti: 'one' },
  ...change,
});

/** Asks for a signature as a page of this origin does. */
function signed(body: string, headers: Record<string, string> = { Origin: origin }, method = 'POST') {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const outgoing = ask(origin + SIGNATURE_PATH, { method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test('a token has the form of the portal’s, and the key where the portal has it', async () => {
  const { text } = await signed(JSON.stringify(claims()));
  const [header = '', payload = '', signature = ''] = text.split('.');
  const answer = await fetch(origin + addressOf(readBackendKeys));
  const [key] = backendKeysSchema.parse(await answer.json()).keys;
  if (key === undefined) throw new Error('no key');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: key.kid });
  expect(backendTokenClaimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))).toEqual(claims());
  const holds = (text: string) =>
    verify(null, Buffer.from(text), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'));
  expect(holds(`${header}.${payload}`)).toBe(true);
  expect(holds(`${header}.${payload}A`)).toBe(false);
});

test.each([
  ['a page of another origin', { Origin: 'https://evil.example' }],
  ['a page that hides its origin', { Origin: 'null' }],
  ['a program without a page', {}],
  ['a page that reaches this machine under another name', { Origin: 'http://evil.example:1', Host: 'evil.example:1' }],
])('%s gets no signature', async (_, headers) => {
  expect(await signed(JSON.stringify(claims()), headers)).toEqual({ status: 403, text: '' });
});

test('nothing but claims of this server is signed, and only when it is sent', async () => {
  const refused = { status: 400, text: '' };
  expect(await signed('{')).toEqual(refused);
  expect(await signed('{}')).toEqual(refused);
  expect(await signed(JSON.stringify(claims({ iss: 'https://portal.example' })))).toEqual(refused);
  expect(await signed(JSON.stringify(claims({ name: 'x'.repeat(10_000) })))).toEqual(refused);
  expect((await signed('', { Origin: origin }, 'PUT')).status).toBe(403);
});
