import { followLoads, type WebpackRuntime } from './webpack-runtime.ts';

let ends: ((event: unknown) => void)[];
let webpack: WebpackRuntime;
beforeEach(() => {
  ends = [];
  const l: WebpackRuntime['l'] = (url, done) => {
    if (url === '/refused.js') throw new Error('not in the lock');
    ends.push(done);
  };
  webpack = { p: '/', h: () => 'one', hmrC: {}, i: [], l };
});

test('waits for all loads, also those that start meanwhile', async () => {
  const loaded = followLoads(webpack);
  await loaded();
  const done = jest.fn();
  webpack.l('/a.js', done);
  let isOver = false;
  const waiting = loaded().then(() => {
    isOver = true;
  });
  webpack.l('/b.js', done);
  ends[0]?.('load');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  ends[1]?.('error');
  await waiting;
  expect(done.mock.calls).toEqual([['load'], ['error']]);
});

test('what must not be loaded is not waited for', async () => {
  const loaded = followLoads(webpack);
  expect(() => webpack.l('/refused.js', jest.fn())).toThrow('not in the lock');
  await loaded();
  expect(ends).toEqual([]);
});
