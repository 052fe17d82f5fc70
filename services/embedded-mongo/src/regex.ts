import { fail, refuse } from './errors.ts';

/** A regular expression of a query: how it was written, how it is run, and the fixed text that every match begins with. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly prefix: string;
  readonly test: (text: string) => boolean;
}

const START = '(?<![\\s\\S])';
const END = '(?![\\s\\S])';
const SPACE = ' \\t\\n\\v\\f\\r';
/** A class, an escape, the opening of a group, a repetition, an anchor or a dot; every other character stands for itself. */
const TOKEN = /\[\^?\]?(?:\\.|[^\]\\])*\]|\\.?|\((?:\?[:=!]?|\*)?|(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?|[.^$[\]{}]/gsu;

/**
 * Compiles a PCRE pattern to a JavaScript one that means exactly the same, for the part of PCRE that both share.
 * What means something else in JavaScript is rewritten; what has no equal there is refused.
 */
export function compilePattern(source: string, flags: string): Pattern {
  if (source.includes('\0') || /[^imsxu]/.test(flags)) fail(51091, `Invalid regular expression: /${source}/${flags}`);
  if (flags.includes('x')) refuse(51108, "The $regex option 'x'");
  const translated = source.replace(TOKEN, (token) => translate(token, source, flags));
  let compiled: RegExp;
  try {
    compiled = new RegExp(translated, flags.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    refuse(51091, `The regular expression /${source}/ (${cause instanceof Error ? cause.message : cause})`);
  }
  const isFixed = !/[im]/.test(flags) && !source.includes('|');
  const prefix = isFixed ? /^\^([\w @:/-]+)(?=$|[.([^$\\])/u.exec(source)?.[1] : undefined;
  return { source, flags, prefix: prefix ?? '', test: (text) => compiled.test(text) };
}

function translate(token: string, source: string, flags: string): string {
  const refused = (what: string) => refuse(51091, `${what} in the regular expression /${source}/`);
  if (token === '.') return flags.includes('s') ? '[\\s\\S]' : '[^\\n]';
  if (token === '^') return flags.includes('m') ? `(?:${START}|(?<=\\n)(?=[\\s\\S]))` : START;
  if (token === '$') return flags.includes('m') ? `(?=\\n|${END})` : `(?=\\n?${END})`;
  if (token.startsWith('\\')) return escaped(token, false, refused);
  if (token === '(?' || token === '(*') throw refused(`The special group ${token}`);
  if (token.startsWith('(')) return token;
  if (token.startsWith('[') && token.length > 1) {
    if (/\[[:.=]/.test(token.slice(1))) throw refused('A POSIX class');
    const [, start = '[', content = ''] = /^(\[\^?)(.*)\]$/s.exec(token) ?? [];
    return `${start}${content.replace(/\\.?|[[\]]/gsu, (one) => (one.startsWith('\\') ? escaped(one, true, refused) : `\\${one}`))}]`;
  }
  if (/^[[\]{}]$/.test(token)) return `\\${token}`;
  if (token.length > 1 && token.endsWith('+')) throw refused('A possessive repetition');
  return token;
}

/** An escape in or outside of a class: the letters that both languages share, and every character that is no letter, for itself. */
function escaped(token: string, inClass: boolean, refused: (what: string) => never): string {
  const char = token.slice(1);
  if (/^[dDwWtnfr]$/.test(char) || (!inClass && /^[bB]$/.test(char))) return token;
  if (char === 's') return inClass ? SPACE : `[${SPACE}]`;
  if (char === 'S' && !inClass) return `[^${SPACE}]`;
  if (char === '' || /^[a-zA-Z0-9]$/.test(char)) throw refused(`The escape ${token}`);
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
