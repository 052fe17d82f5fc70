import { fail, MongoError, refuse } from './errors.ts';

/** A class, an escape, the opening of a group, a repetition, an anchor or a dot; every other character stands for itself. */
const TOKEN = /\[\^?\]?(?:\\.|[^\]\\])*\]|\\.?|\((?:\?:|[?*])?|(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?|[.^$[\]{}]/gsu;

/**
 * Compiles a PCRE pattern to a JavaScript one that means exactly the same, for the part of PCRE that both share.
 * What means something else in JavaScript is rewritten or refused.
 */
export function compilePattern(source: string, flags: string): RegExp {
  const refused = (what: string) => refuse(51091, `${what} in the regular expression /${source}/`);
  if (source.includes('\0') || /[^imsxu]/.test(flags)) fail(51091, `Invalid regular expression: /${source}/${flags}`);
  const option = /[mx]/.exec(flags);
  if (option) refused(`The option '${option[0]}'`);
  const translate = (token: string) => {
    if (token === '.') return flags.includes('s') ? '[\\s\\S]' : '[^\\n]';
    if (token === '^') return '(?<![\\s\\S])';
    if (token === '$') return '(?=\\n?(?![\\s\\S]))';
    if (token.startsWith('\\')) return escaped(token);
    if (token === '(?' || token === '(*') refused(`The special group ${token}`);
    if (/^\[(?:[^[\\\]]|\\.)+\]$/su.test(token)) return token.replace(/\\./gsu, escaped);
    if (token.startsWith('[')) refused(`A POSIX class or a bracket in ${token}`);
    if (token.length > 1 && token.endsWith('+')) refused('A possessive repetition');
    return /^[\]{}]$/.test(token) ? `\\${token}` : token;
  };
  /** The escapes that both languages share, and every character that is no letter or digit, for itself. */
  const escaped = (token: string) => {
    if (/^\\[dDwWtnfr]$/.test(token)) return token;
    return /^\\[^a-zA-Z0-9]$/su.test(token)
      ? `\\u{${token.codePointAt(1)?.toString(16)}}`
      : refused(`The escape ${token}`);
  };
  try {
    return new RegExp(source.replace(TOKEN, translate), flags.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    if (cause instanceof MongoError) throw cause;
    throw refused(cause instanceof Error ? cause.message : String(cause));
  }
}
