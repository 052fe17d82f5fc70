import { nameKeysOf, searchTerms } from './search.ts';

it('keys a name by the prefixes of its words', () => {
  expect(nameKeysOf('Ada Byron', 'x@y.example')).toEqual(['a', 'ad', 'ada', 'b', 'by', 'byr', 'byro', 'byron']);
});

it('leaves out what a search by e-mail finds already', () => {
  expect(nameKeysOf('ada', 'ada@y.example')).toEqual([]);
  expect(nameKeysOf('Adam', 'ada@y.example')).toEqual(['adam']);
});

it('looks for e-mails and names in lower case', () => {
  expect(searchTerms('ADA')).toEqual({ email: { $gte: 'ada', $lt: 'ada\uffff' }, nameKey: 'ada' });
});

it('bounds keys and searches alike, so that a long word is still found', () => {
  const word = 'abcdefghijklmnopqrstuvwxyz';
  expect(nameKeysOf(word, 'q@y.example')).toContain(searchTerms(word).nameKey);
});
