import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

// A team's own backend, as small as one is: it knows the portal's address, the name it goes by itself, and its remote.
const { PORTAL_URL = '', AUDIENCE = '', REMOTE = '' } = process.env;
const keys = createRemoteJWKSet(new URL('/api/backend-tokens/keys', PORTAL_URL));

const server = createServer(async (request, response) => {
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  try {
    const { payload } = await jwtVerify(token, keys, { issuer: PORTAL_URL, audience: AUDIENCE, algorithms: ['EdDSA'] });
    if (payload.remote !== REMOTE) throw new Error(`a token of ${String(payload.remote)}`);
    response.end(JSON.stringify(payload));
  } catch (error) {
    response.writeHead(401).end(JSON.stringify({ reason: String(error) }));
  }
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`);
});
