import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { causeOf, faultOf } from './faults.ts';

let server: Server;
let origin: string;
const queries: URLSearchParams[] = [];

beforeEach(async () => {
  queries.length = 0;
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', origin);
    queries.push(searchParams);
    if (searchParams.get('script') !== '/News.js') response.writeHead(404).end();
    else response.end(JSON.stringify({ text: 'as the server has it', file: 'mfe-news/src/News.tsx', line: 7 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function thrownAt(...scripts: string[]): Error {
  const error = new TypeError('odd');
  error.stack = `TypeError: odd\n${scripts.map((script) => `    at News (${script}:30:73)`).join('\n')}`;
  return error;
}
const ours = (script: string) => (script.startsWith(origin) ? origin : undefined);

test('the first frame of which the server knows the source is the place', async () => {
  const error = thrownAt(
    'https://portal.example/main.js',
    `${origin}/vendor.js`,
    `${origin}/News.js`,
    `${origin}/x.js`,
  );
  expect(await faultOf(error, ours)).toMatchObject({ file: 'mfe-news/src/News.tsx', line: 7 });
  expect(queries.map((each) => each.get('script'))).toEqual(['/vendor.js', '/News.js']);
  expect(Object.fromEntries(queries[1] ?? [])).toMatchObject({ line: '30', column: '73', text: 'TypeError: odd' });
});

test('without a place its words are told all the same, and what is thrown elsewhere is not', async () => {
  expect(await faultOf(thrownAt(`${origin}/vendor.js`), ours)).toEqual({ text: 'TypeError: odd' });
  expect(await faultOf(thrownAt('https://portal.example/main.js'), ours)).toBeUndefined();
  const away = thrownAt('http://127.0.0.1:9/News.js');
  expect(await faultOf(away, () => 'http://127.0.0.1:9')).toEqual({ text: 'TypeError: odd' });
});

test('an error stands for the one that it was made of, also when it is its own cause', () => {
  const cause = new Error('seeded');
  expect(causeOf(new Error('failed', { cause: new Error('failed again', { cause }) }))).toBe(cause);
  const own = new Error('own');
  own.cause = own;
  expect(causeOf(own)).toBe(own);
  expect(causeOf('words')).toBeUndefined();
});
