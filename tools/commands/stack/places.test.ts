import { choosePlaces } from './places.ts';

const outer = { host: '0.0.0.0', port: 3000 };

test.each([
  ['http://portal.example', 'portal.example'],
  ['http://192.168.1.5:3000', '192.168.1.5'],
  ['http://localhost:3000', 'localhost'],
])('a portal at %s is called by its name and those of this machine, at every edge', async (publicUrl, name) => {
  const { edges } = await choosePlaces({ outer, edges: ['nginx', 'caddy'], publicUrl });
  const all = [...new Set(['localhost', '127.0.0.1', name])];
  expect(edges.map(({ at }) => at.hostNames)).toEqual([all, all]);
});
