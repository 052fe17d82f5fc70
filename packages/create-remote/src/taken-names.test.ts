import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { remoteWords } from './remote-words.ts';
import { askPortal, takenBy } from './taken-names.ts';

const words = remoteWords('research', 'investor');
const page = (lock: unknown) =>
  `<!doctype html><script type="application/json" id="portal-lock">${JSON.stringify(lock)}</script>`;
const remote = (name: string, contributions: object = {}) => ({ name, contributions });
const withRemote = (one: object) => page({ shell: remote('shell'), remotes: [remote('mfe-news'), one] });

test.each([
  [remote('mfe-research'), 'there is a remote mfe-research already'],
  [remote('mfe-lab', { routes: [{ path: '/research' }] }), 'mfe-lab has the page /research already'],
  [remote('mfe-lab', { sections: [{ id: 'research' }] }), 'mfe-lab has a section research already'],
  [remote('mfe-lab', { links: [{ label: 'Research' }] }), 'mfe-lab has a link "Research" already'],
  [remote('mfe-lab', { routes: [{ path: '/lab' }], sections: 'strange', links: [null, 7] }), undefined],
])('next to %j a new remote gets: %s', (one, reason) => {
  expect(takenBy([remote('shell'), one, remote('mfe-news')], words)).toBe(reason);
});

async function askWith(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await askPortal(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, words);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a portal is asked by its first page', async () => {
  expect(await askWith((_, response) => response.end(withRemote(remote('mfe-research'))))).toEqual({
    taken: 'there is a remote mfe-research already',
  });
  expect(await askWith((_, response) => response.end(withRemote(remote('mfe-lab'))))).toBe('free');
});

test.each<[string, RequestListener]>([
  ['an error', (_, response) => response.writeHead(503).end(withRemote(remote('mfe-lab')))],
  ['another site', (_, response) => response.end('<p>Welcome')],
  ['a broken lock', (_, response) => response.end('<script type="application/json" id="portal-lock">{"remo</script>')],
  ['too much', (_, response) => response.end('x'.repeat(5_000_000))],
  ['half an answer', (_, response) => response.writeHead(200, { 'Content-Length': 1000 }).end('<p>')],
])('%s counts as no answer', async (_what, answer) => {
  expect(await askWith(answer)).toBe('no answer');
});

test('a closed port gives no answer', async () => {
  expect(await askPortal('http://127.0.0.1:9', words)).toBe('no answer');
});
