/** What may stand in a label besides marks on letters: letters of other scripts, and many signs, look like Latin ones. */
const PLAIN = /^[ -~ßæœøłđðþ’–·]*$/i;

/** What people take for a letter, as it stands in lower case. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', l: 'i', '|': 'i', '!': 'i', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't', '+': 't' },
  ...{ rn: 'm', vv: 'w' },
};

/** Returns a text with its letters in their plain form, without the marks on them. */
const withoutMarks = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether a label has Latin letters, with any marks, digits and plain punctuation alone. */
export function isPlainLabel(label: string): boolean {
  return PLAIN.test(withoutMarks(label));
}

function looksOf(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/rn|vv|[013457l|!@$+]/g, (found) => TAKEN_FOR[found] ?? found)
    .replace(/[^a-z]/g, '');
}

/** Whether two labels look alike to somebody who does not look twice; of plain labels only. */
export function looksAlike(one: string, other: string): boolean {
  return looksOf(one) === looksOf(other);
}
