/** How a list counts, as the attribute `type` of `ol` says it. */
export type NumberKind = '1' | 'a' | 'A' | 'i' | 'I';

/** What an entry bears in front of it, read in one way. */
export interface ListNumber {
  readonly kind: NumberKind;
  readonly value: number;
}

/** `1.`, `a)`, `(iv)`, `1.2.`; one or two digits need no such end, and a letter without it is the sign of a bullet. */
const NUMBERED = /^\(?(?:\d{1,3}\.)*(?:(\d{1,4})[.):]|([a-z]{1,7})[.)]|(\d{1,2}))$/i;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const IS_ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const KINDS_OF_STYLES: Readonly<Record<string, NumberKind>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'lower-roman': 'i',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'upper-roman': 'I',
};

function romanValue(letters: string): number {
  const values = [...letters].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
}

/** Reads the number in front of a list item, the likelier reading of letters first: `i)` is 1, but 9 after `h)`. */
export function readNumber(sign: string): readonly ListNumber[] {
  const [, marked, letters = '', bare] = NUMBERED.exec(sign) ?? [];
  const digits = marked ?? bare;
  if (digits !== undefined) return [{ kind: '1', value: Number(digits) }];
  const small = letters.toLowerCase();
  const [first = ''] = small;
  const readings: ListNumber[] = [];
  // Word goes on after z with aa and bb.
  if (first !== '' && small === first.repeat(small.length))
    readings.push({
      kind: letters === small ? 'a' : 'A',
      value: first.charCodeAt(0) - 96 + 26 * (small.length - 1),
    });
  if (small !== '' && IS_ROMAN.test(small))
    readings.push({ kind: letters === small ? 'i' : 'I', value: romanValue(small) });
  return readings.sort((one, other) => one.value - other.value);
}

/** Makes a list begin with a number, and count in a way. */
export function numberList(list: Element, { kind, value }: ListNumber): void {
  if (value !== 1) list.setAttribute('start', String(value));
  if (kind !== '1') list.setAttribute('type', kind);
}

/** Returns how a list of HTML counts. */
export function kindOf(list: Element): NumberKind {
  const styles = [list, list.firstElementChild].map((element) => element?.getAttribute('style') ?? '');
  const declared = /list-style(?:-type)?:[^;]*?\b((?:lower|upper)-[a-z]+)/i.exec(styles.join(';'))?.[1];
  const type = list.getAttribute('type');
  return type === 'a' || type === 'A' || type === 'i' || type === 'I'
    ? type
    : (KINDS_OF_STYLES[declared?.toLowerCase() ?? ''] ?? '1');
}

/** Writes how the lists count as the editor takes it, and begins a new list where an entry says another number. */
export function restoreNumbers(root: HTMLElement): void {
  for (const list of root.querySelectorAll('ol')) {
    const kind = kindOf(list);
    let open: Element = list;
    numberList(list, { kind, value: list.start });
    for (const entry of [...list.children]) {
      const value = entry.getAttribute('value') ?? '';
      if (/^\d{1,5}$/.test(value)) {
        if (entry !== list.firstElementChild) {
          const rest = root.ownerDocument.createElement('ol');
          open.after(rest);
          open = rest;
        }
        numberList(open, { kind, value: Number(value) });
      }
      if (open !== list) open.append(entry);
    }
  }
}
