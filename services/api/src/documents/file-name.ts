const MAX_LENGTH = 150;
const FALLBACK = 'document.pdf';

/** Characters that hide, reorder or break a line of text: controls, line and paragraph separators, and the marks of text direction. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Browsers write these three so in the name of a form's file, and only these. */
const FORM_ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '', '%0A': '' };

/** Shortens a name without cutting its ending off or a character in two. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - ending.length).join('') + ending;
}

/** A plain file name from whatever a client calls its file: no folders, no control characters, never empty, never hidden. */
export function plainFileName(given: string | undefined): string {
  const name = (given ?? '')
    .toWellFormed()
    .replace(/%22|%0D|%0A/gi, (written) => FORM_ESCAPES[written.toUpperCase()] ?? '')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .replace(/^\.+/, '')
    .trim();
  return name === undefined || name === '' ? FALLBACK : shortened(name);
}

/** The name under which a PDF is saved: whatever it is called, nobody's computer takes it for something else. */
export function downloadName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
