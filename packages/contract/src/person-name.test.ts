import { newAcknowledgementSchema } from './domains/acknowledgements.ts';
import { documentTitleSchema } from './domains/documents.ts';
import { personNameSchema } from './domains/users.ts';

const SEEN_TITLES = ['Q3', '年', '©'];
const UNSEEN_TITLES = ['\u200b \u200b', '\u3164', '\u2800', '\u0301'];

it('a title is seen: else its row in a list is empty', () => {
  const isTitle = (title: string) => documentTitleSchema.safeParse(title).success;
  expect(SEEN_TITLES.map(isTitle)).toEqual([true, true, true]);
  expect(UNSEEN_TITLES.map(isTitle)).toEqual([false, false, false, false]);
});

const signed = (name: string) => newAcknowledgementSchema.safeParse({ name, sha256: '0'.repeat(64) }).success;

it.each([
  'Ada Lovelace',
  'Åsa O’Neil-Björk',
  '李小龍',
  '辻\u{e0100}',
  '葛\u{e0100}城',
  '神\ufe00谷',
  'ᠰᠠᠷ\u180bᠠ\u180eᠠ',
  'علی\u200cرضا',
  'Renée 👩\u200d🔬',
  'नि\u200dता',
  'Renée 👩🏽\u200d🔬',
  'Eve ❤\ufe0f\u200d🔥',
  'Sun ☀\ufe0e',
  'രാജന്\u200d',
  'രാജന്\u200d നായര്\u200d',
  'র\u200d্যাব',
  'ශ්\u200dරී',
  'X Æ A-12',
])('%s is a name', (name) => {
  expect(personNameSchema.parse(name)).toBe(name);
  expect(signed(name)).toBe(true);
});

it.each([
  ['turns its order around', '\u202eInvestor'],
  ['turns a part around', 'Ada \u2067Lovelace\u2069'],
  ['has a space without width', 'Ada\u200bLovelace'],
  ['is filled with nothing', '\u3164'],
  ['is blank in Braille', '\u2800'],
  ['has a soft hyphen', 'Ada Love\u00adlace'],
  ['has a mark of order', 'Ada\u200e Lovelace'],
  ['has a mark of the other order', 'Ada\u200f Lovelace'],
  ['has a word joiner', 'Ada\u2060Lovelace'],
  ['has a form of a Han character after another letter', 'Ada\u{e0100}'],
  ['has a form of a Mongolian letter after another one', 'Ada\u180b'],
  ['is a joiner alone', '\u200d'],
  ['is forms and joiners alone', '\ufe0f\u200c'],
  ['is a mark alone', '\u0332'],
  ['is a note without a head', '\u{1d159}'],
  ['has a joiner beside a Latin letter', 'Ada\u200d Lovelace'],
  ['has a non-joiner between Latin letters', 'Ad\u200ca'],
  ['has a joiner between Cyrillic letters', 'Ми\u200dр'],
  ['has a joiner between Greek letters', 'Ζο\u200dη'],
  ['has a joiner between Han characters', '李\u200d小龍'],
  ['has a joiner behind a Latin letter and before one that is joined', 'a\u200dن'],
  ['has two joiners', 'علی\u200c\u200cرضا'],
  ['ends with a non-joiner', 'علی\u200c'],
  ['begins with a joiner', '\u200dता'],
  ['has a joiner behind an emoji alone', '👩\u200d'],
  ['has a joiner of Malayalam before a Latin letter', 'രാജന്\u200da'],
  ['has a form of emoji behind a letter', 'A\ufe0eda'],
  ['has a form of emoji behind a digit', 'Ada 1\ufe0f'],
  ['has two forms of an emoji', '☀\ufe0f\ufe0f'],
  ['has an anchor of annotations', '\ufff9x'],
  ['has an end of annotations', 'x\ufffb'],
  ['has a tag after a Han character', '辻\u{e0041}'],
])('a name that %s is none', (_, name) => {
  expect(personNameSchema.safeParse(name).success).toBe(false);
  expect(signed(name)).toBe(false);
});

it.each(['.', '123', '👍'])('%s is a name, but not one to sign with', (name) => {
  expect(personNameSchema.parse(name)).toBe(name);
  expect(signed(name)).toBe(false);
});
