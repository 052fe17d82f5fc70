import { newAcknowledgementSchema } from './document-acknowledgements.ts';
import { personNameSchema } from './users.ts';

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
  ['has a tag after a Han character', '辻\u{e0041}'],
])('a name that %s is none', (_, name) => {
  expect(personNameSchema.safeParse(name).success).toBe(false);
  expect(signed(name)).toBe(false);
});

it.each(['.', '123', '👍'])('nobody signs as %s', (name) => {
  expect(signed(name)).toBe(false);
});
