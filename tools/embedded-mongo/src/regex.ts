import { fail, MongoError, refuse } from './errors.ts';

/** A class, an escape, the start of a group, a repetition, an anchor or a dot. Other characters are literals. */
const TOKEN = /\[\^?\]?(?:\\.|[^\]\\])*\]|\\.?|\((?:\?:|[?*])?|(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?|[.^$[\]{}]/gsu;

/**
 * Compiles a PCRE pattern to a JavaScript one with the same meaning. Syntax that differs in JavaScript is rewritten, or throws.
 */
export function compilePattern(source: string, flags: string): RegExp {
  const refusePattern = (feature: string) => refuse(51091, `${feature} in the regular expression /${source}/`);
  if (source.includes('\0') || /[^imsxu]/.test(flags)) fail(51091, `Invalid regular expression: /${source}/${flags}`);
  const option = /[mx]/.exec(flags);
  if (option) refusePattern(`The option '${option[0]}'`);
  const translate = (token: string) => {
    if (token === '.') return flags.includes('s') ? '[\\s\\S]' : '[^\\n]';
    if (token === '^') return '(?<![\\s\\S])';
    if (token === '$') return '(?=\\n?(?![\\s\\S]))';
    if (token.startsWith('\\')) return translateEscape(token);
    if (token === '(?' || token === '(*') refusePattern(`The special group ${token}`);
    if (/^\[(?:[^[\\\]]|\\.)+\]$/su.test(token)) return token.replace(/\\./gsu, translateEscape);
    if (token.startsWith('[')) refusePattern(`A POSIX class or a bracket in ${token}`);
    if (token.length > 1 && token.endsWith('+')) refusePattern('A possessive repetition');
    return /^[\]{}]$/.test(token) ? `\\${token}` : token;
  };
  /** Translates the escapes that both languages share, and translateEscape punctuation. */
  const translateEscape = (token: string) => {
    if (/^\\[dDwWtnfr]$/.test(token)) return token;
    return /^\\[^a-zA-Z0-9]$/su.test(token)
      ? `\\u{${token.codePointAt(1)?.toString(16)}}`
      : refusePattern(`The escape ${token}`);
  };
  try {
    return new RegExp(source.replace(TOKEN, translate), flags.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    if (cause instanceof MongoError) throw cause;
    throw refusePattern(cause instanceof Error ? cause.message : String(cause));
  }
}
