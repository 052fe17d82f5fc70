const MAX_LENGTH = 150;
const FALLBACK = 'document.pdf';

/** Characters that hide, reorder or break text. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The three characters that browsers escape in a form's file name. */
const FORM_ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '', '%0A': '' };

/** Returns a name of at most 150 characters with its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_LENGTH) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - ending.length).join('') + ending;
}

/** Returns a client's file name without folders and control characters, never empty or hidden. */
export function plainFileName(clientName: string | undefined): string {
  const name = (clientName ?? '')
    .toWellFormed()
    .replace(/%22|%0D|%0A/gi, (escaped) => FORM_ESCAPES[escaped.toUpperCase()] ?? '')
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .replace(/^\.+/, '')
    .trim();
  return name === undefined || name === '' ? FALLBACK : shortened(name);
}

/** Returns the name for a download, with the extension of a PDF. */
export function downloadName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
