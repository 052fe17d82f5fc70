import { newAcknowledgementSchema } from './document-acknowledgements.ts';
import { personNameSchema } from './users.ts';

const signed = (name: string) => newAcknowledgementSchema.safeParse({ name, sha256: '0'.repeat(64) }).success;

it.each(['Ada Lovelace', 'Åsa O’Neil-Björk', '李小龍', 'علی\u200cرضا', 'Renée 👩\u200d🔬', 'नि\u200dता'])(
  '%s is a name',
  (name) => {
    expect(personNameSchema.parse(name)).toBe(name);
    expect(signed(name)).toBe(true);
  },
);

it.each([
  ['turns its order around', '\u202eInvestor'],
  ['turns a part around', 'Ada \u2067Lovelace\u2069'],
  ['has a space without width', 'Ada\u200bLovelace'],
  ['is filled with nothing', '\u3164'],
  ['is blank in Braille', '\u2800'],
  ['has a soft hyphen', 'Ada Love\u00adlace'],
  ['has a mark of order', 'Ada\ufeff'.replace('\ufeff', '\u2060')],
])('a name that %s is none', (_, name) => {
  expect(personNameSchema.safeParse(name).success).toBe(false);
  expect(signed(name)).toBe(false);
});

it.each(['.', '123', '👍'])('nobody signs as %s', (name) => {
  expect(signed(name)).toBe(false);
});
