import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from '../portal/portal.ts';
import { monolithPage, monolithServer } from './server.ts';

const policies =
  "default-src 'self';script-src 'self', script-src http://a/releases/;require-trusted-types-for 'script'";
const headers = { 'content-type': 'text/html', 'x-frame-options': 'SAMEORIGIN', 'content-security-policy': policies };
const page = monolithPage({ headers: { ...headers, etag: '"1"' }, body: Buffer.from('') }, '<p>page</p>');
const script = { headers: { 'content-type': 'text/javascript' }, body: Buffer.from('watch()') };
const answers = new Map([
  ['/', page],
  ['/watch.js?1', script],
]);

const server = createServer(monolithServer(answers, import.meta.dirname));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('pages have the portal’s headers, and of its policies the one of all pages', async () => {
  const answer = await fetch(url);
  expect(await answer.text()).toBe('<p>page</p>');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self';script-src 'self'");
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('etag')).toBeNull();
});

test('a file of the site is that of the portal, and any other address is a 404', async () => {
  expect(await answerOf(`${url}/watch.js?1`, 'br')).toMatchObject(script);
  for (const path of ['/other.js', '/watch.js', '/assets/none.js']) expect((await fetch(url + path)).status).toBe(404);
});
