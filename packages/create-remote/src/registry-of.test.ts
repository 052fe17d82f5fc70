import { sourceOf } from './registry-of.ts';

test.each([
  ['https://portal.example/packages/', 'https://portal.example'],
  ['https://portal.example/packages', 'https://portal.example'],
  ['http://localhost:3000/packages/', 'http://localhost:3000'],
  ['https://registry.company.example/npm/', undefined],
])('the registry that npm has is taken: %s', (registry, portal) => {
  expect(sourceOf(undefined, () => registry)).toEqual({ registry: registry.replace(/\/?$/, '/'), portal });
});

test('a portal that is named comes first', () => {
  const named = sourceOf('https://portal.example/about?a=1', () => 'https://other.example/packages/');
  expect(named).toEqual({ registry: 'https://portal.example/packages/', portal: 'https://portal.example' });
});

test.each(['portal.example', 'file:///etc', 'https://me:secret@portal.example', 'https://portal.example\n//x', ''])(
  'the portal %j is refused in a sentence',
  (portal) => {
    expect(() => sourceOf(portal)).toThrow('which is no address of a portal');
  },
);

test('without either a person is told what to add', () => {
  expect(() => sourceOf(undefined, () => undefined)).toThrow('add --portal https://portal.example');
});
