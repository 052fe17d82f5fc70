import { ROLES, remoteWords } from './remote-words.ts';

test('a name gives all the words of a remote, with and without its beginning', () => {
  const words = {
    name: 'mfe-news-room2',
    word: 'news-room2',
    address: '/news-room2',
    component: 'NewsRoom2',
    title: 'News room2',
    role: 'customer',
    roleLabel: 'Customer',
  };
  expect(remoteWords('news-room2', 'customer')).toEqual(words);
  expect(remoteWords('mfe-news-room2', 'customer')).toEqual(words);
  expect(Object.keys(ROLES)).toEqual(['investor', 'customer']);
});

test.each([
  [undefined, 'A remote needs a name'],
  ['', 'A remote needs a name'],
  ['mfe-', 'is no name of a remote'],
  ['News', '"News" is no name of a remote'],
  ['2nd', 'is no name of a remote'],
  ['a--b', 'is no name of a remote'],
  ['a-', 'is no name of a remote'],
  ['../up', 'is no name of a remote'],
  ['a/b', 'is no name of a remote'],
  ['a b', 'is no name of a remote'],
  ['é', 'is no name of a remote'],
  ['a'.repeat(31), '30 characters at most'],
  ['shell', 'is a name of the portal itself'],
  ['dashboard', 'is a name of the portal itself'],
  ['mfe-shell', 'is a name of the portal itself'],
])('the name %j is refused in a sentence', (name, words) => {
  expect(() => remoteWords(name, 'investor')).toThrow(words);
});

test.each(['admin', 'developer', 'Investor', '', 'constructor'])(
  'the role "%s" is refused, with those there are',
  (role) => {
    expect(() => remoteWords('research', role)).toThrow('take one of investor, customer');
  },
);
