import type { RequestListener } from 'node:http';
import { addressOf, listPressReleases, readCaptcha } from '@cytocomm/contract';

const TEXT =
  '<p>The new reader weighs a third less and keeps its place better. Existing capsules and studies go on with it, and nobody has to begin anew.</p>';

const releases = Array.from({ length: 7 }, (_, index) => ({
  id: String(index).padStart(24, '0'),
  title: `A press release of the usual length, number ${index + 1}`,
  content: TEXT,
  date: new Date(Date.UTC(2026, 0, 20 - index)).toISOString(),
  target: ['public'],
}));

/** Never solved: a page that is only looked at asks for it all the same. */
const captcha = {
  provider: 'altcha',
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '00'.repeat(16),
    cost: 1000,
    keyLength: 32,
    keyPrefix: '00',
    expiresAt: 4_000_000_000,
  },
  signature: '00'.repeat(32),
};

const answers: Readonly<Record<string, unknown>> = {
  [addressOf(listPressReleases)]: { items: releases, nextCursor: null },
  [addressOf(readCaptcha)]: captcha,
};

/** Just what public pages ask the API for, always the same: its speed is not what is measured. */
export const apiStub: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://api');
  const answer = answers[pathname];
  response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
};
