import { addressOf, call, listDocuments, readUser } from './index.ts';

const readPart = call<{ id: string; part: string }>('GET', '/api/things/:id/parts/:part');
const countTopics = call<Record<string, never>, { topics: readonly string[]; limit?: number | undefined }>(
  'GET',
  '/api/topics',
);

it('is the path alone of a call that takes nothing', () => {
  expect(addressOf(listDocuments)).toBe('/api/documents');
  expect(addressOf(listDocuments, {}, {})).toBe('/api/documents');
});

it('has each parameter in its place', () => {
  expect(addressOf(readPart, { part: 'b', id: 'a' })).toBe('/api/things/a/parts/b');
});

it.each([
  ['../../auth/logout', '..%2F..%2Fauth%2Flogout'],
  ['a/b', 'a%2Fb'],
  ['a?b=c#d', 'a%3Fb%3Dc%23d'],
  ['%2e%2e', '%252e%252e'],
  [':part', '%3Apart'],
  ['$&', '%24%26'],
  ['\\', '%5C'],
  ['a b\r\nc', 'a%20b%0D%0Ac'],
  ['...', '...'],
  ['dvořák@příklad.example', 'dvo%C5%99%C3%A1k%40p%C5%99%C3%ADklad.example'],
  ['😀', '%F0%9F%98%80'],
])('keeps %j inside its own segment', (value, encoded) => {
  const address = addressOf(readPart, { id: value, part: '1' });
  expect(address).toBe(`/api/things/${encoded}/parts/1`);
  const { pathname, search, hash } = new URL(address, 'https://portal.example');
  expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'api', 'things', value, 'parts', '1']);
  expect(search + hash).toBe('');
});

it.each(['', '.', '..'])('refuses %j, which would lead to another call', (value) => {
  expect(() => addressOf(readUser, { email: value })).toThrow(
    `GET /api/users/:email: "${value}" cannot stand for email`,
  );
});

it('refuses a lone surrogate, which no address can hold', () => {
  expect(() => addressOf(readUser, { email: '\ud800' })).toThrow(URIError);
});

it('refuses a missing parameter, also for the type checker', () => {
  // @ts-expect-error -- the e-mail is required
  expect(() => addressOf(readUser)).toThrow('cannot stand for email');
  // @ts-expect-error -- and is not called id
  expect(() => addressOf(readUser, { id: 'a' })).toThrow('cannot stand for email');
});

it('does not take what every object inherits for a parameter', () => {
  expect(() => addressOf(call<{ toString: () => string }>('GET', '/api/:toString'), {})).toThrow('toString');
});

it('writes the query in its order, without what is undefined, arrays by commas', () => {
  const address = addressOf(countTopics, {}, { topics: ['a,b', 'c'], limit: undefined });
  expect(address).toBe('/api/topics?topics=a%2Cb%2Cc');
  expect(addressOf(countTopics, {}, { topics: ['x'], limit: 5 })).toBe('/api/topics?topics=x&limit=5');
  // @ts-expect-error -- a query with a required field is required
  expect(addressOf(countTopics)).toBe('/api/topics');
});

it.each(['a&b=c', '', ' ', '#', 'ž😀', '+'])('keeps %j inside its own field of the query', (cursor) => {
  const { searchParams } = new URL(addressOf(listDocuments, {}, { limit: 0, cursor }), 'https://portal.example');
  expect([...searchParams]).toEqual([
    ['limit', '0'],
    ['cursor', cursor],
  ]);
});
