import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monolithServer } from './server.ts';

test('pages have the portal’s headers, and of its policies the one of all pages', async () => {
  const headers = new Headers({ 'Content-Type': 'text/html', 'X-Frame-Options': 'SAMEORIGIN', ETag: '"1"' });
  headers.append('Content-Security-Policy', "default-src 'self';script-src 'self'");
  headers.append('Content-Security-Policy', "script-src http://a/releases/;require-trusted-types-for 'script'");
  const portalPage = new Response('', { headers });
  const icon = { answer: new Response('', { headers: { 'Content-Type': 'image/svg+xml' } }), body: '<svg/>' };
  const server = createServer(
    monolithServer({ html: '<p>page</p>', portalPage, icon, assetsDir: import.meta.dirname }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await answer.text()).toBe('<p>page</p>');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self';script-src 'self'");
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(answer.headers.get('etag')).toBeNull();
  await new Promise((resolve) => server.close(resolve));
});
