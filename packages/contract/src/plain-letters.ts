import { MAX_GROUP_LENGTH } from './bounds.ts';

/** Letters that are no others with a mark on them, and how they are written without: in lower case. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k' },
  ...{ ƀ: 'b', ɓ: 'b', ƈ: 'c', ȼ: 'c', ɗ: 'd', ɖ: 'd', ɇ: 'e', ǝ: 'e', ɛ: 'e', ƒ: 'f', ǥ: 'g', ɠ: 'g', ɨ: 'i', ɉ: 'j' },
  ...{
    ƙ: 'k',
    ƚ: 'l',
    ɲ: 'n',
    ƞ: 'n',
    ɔ: 'o',
    ɵ: 'o',
    ƥ: 'p',
    ɍ: 'r',
    ʂ: 's',
    ƭ: 't',
    ʉ: 'u',
    ʋ: 'v',
    ƴ: 'y',
    ɏ: 'y',
    ƶ: 'z',
  },
};
const LETTER = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Returns a text in lower case and in plain letters, as people type it who have no others: `lodz` of `Łódź`. */
export const inPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    // What was taken apart may have capitals, as that of ™ has.
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(LETTER, (letter) => PLAIN[letter] ?? letter);

/** Returns the name of a group that somebody typed, such as `series-a` of `Series A`; undefined for what makes none. */
export function groupNamed(text: string): string | undefined {
  const words = inPlainLetters(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' || words.length > MAX_GROUP_LENGTH ? undefined : words;
}
