import { MongoError, refuse } from './errors.ts';

/** A regular expression of a query: how it was written, how it is run, and the fixed text that every match begins with. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly prefix: string | undefined;
  readonly test: (text: string) => boolean;
}

const AT_START = '(?<![\\s\\S])';
const AT_END = '(?![\\s\\S])';
const SPACE = ' \\t\\n\\v\\f\\r';

/**
 * Compiles a PCRE pattern to a JavaScript one that means exactly the same, for the part of PCRE that both share.
 * What means something else in JavaScript is rewritten; what has no equal there is refused.
 */
export function compilePattern(source: string, flags: string): Pattern {
  for (const flag of flags) {
    if (!'imsxu'.includes(flag)) throw new MongoError(51108, `invalid flag in regex options: ${flag}`);
    if (flag === 'x') throw refuse(51108, "The $regex option 'x'");
  }
  const compiled = compile(source, flags);
  const prefix =
    /[im]/.test(flags) || source.includes('|') ? undefined : /^\^([\w @:/-]+)(?:$|(?=[.([^$\\]))/u.exec(source)?.[1];
  return { source, flags, prefix, test: (text) => compiled.test(text) };
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(new Translator(source, flags).translate(), flags.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    if (cause instanceof MongoError) throw cause;
    throw new MongoError(51091, `Regular expression is invalid: ${cause instanceof Error ? cause.message : cause}`);
  }
}

class Translator {
  readonly #source: string;
  readonly #multiline: boolean;
  readonly #dotAll: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#multiline = flags.includes('m');
    this.#dotAll = flags.includes('s');
  }

  translate(): string {
    let out = '';
    while (this.#at < this.#source.length) out += this.#atom();
    return out;
  }

  #next(): string {
    const char = this.#source[this.#at] ?? '';
    this.#at += 1;
    return char;
  }

  #take(expected: RegExp): string | undefined {
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#source)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #refuse(what: string): MongoError {
    return refuse(51091, `${what} in the regular expression /${this.#source}/`);
  }

  #atom(): string {
    const char = this.#next();
    switch (char) {
      case '.':
        return this.#dotAll ? '[\\s\\S]' : '[^\\n]';
      case '^':
        return this.#multiline ? `(?:${AT_START}|(?<=\\n)(?=[\\s\\S]))` : AT_START;
      case '$':
        return this.#multiline ? `(?=\\n|${AT_END})` : `(?=\\n?${AT_END})`;
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape(false);
      case '*':
      case '+':
      case '?':
        return this.#quantifier(char);
      case '{': {
        const counts = this.#take(/\d+(,\d*)?\}/y);
        return counts === undefined ? '\\{' : this.#quantifier(`{${counts}`);
      }
      case '}':
      case ']':
        return `\\${char}`;
      default:
        return char;
    }
  }

  #quantifier(written: string): string {
    if (this.#source[this.#at] === '+') throw this.#refuse('A possessive quantifier');
    return written + (this.#take(/\?/y) ?? '');
  }

  #group(): string {
    if (this.#source[this.#at] === '*') throw this.#refuse('A verb (*');
    if (this.#source[this.#at] !== '?') return '(';
    const opening = this.#take(/\?[:=!]/y);
    if (opening === undefined) throw this.#refuse('A special group (?');
    return `(${opening}`;
  }

  #class(): string {
    let out = `[${this.#take(/\^/y) ?? ''}`;
    if (this.#take(/\]/y)) out += '\\]';
    for (;;) {
      const char = this.#next();
      if (char === '')
        throw new MongoError(51091, 'Regular expression is invalid: missing terminating ] for character class');
      if (char === ']') return `${out}]`;
      if (char === '[' && /[:.=]/.test(this.#source[this.#at] ?? '')) throw this.#refuse('A POSIX class');
      out += char === '\\' ? this.#escape(true) : char === '[' ? '\\[' : char;
    }
  }

  #escape(inClass: boolean): string {
    const char = this.#next();
    if (/[dDwWtnfr]/.test(char)) return `\\${char}`;
    if (/[bB]/.test(char) && !inClass) return `\\${char}`;
    if (char === 'b') return '\\u{8}';
    if (char === 's') return inClass ? SPACE : `[${SPACE}]`;
    if (char === 'S' && !inClass) return `[^${SPACE}]`;
    if (char === 'x') {
      const code = this.#take(/[0-9a-fA-F]{2}/y);
      if (code !== undefined) return `\\u{${code}}`;
    }
    if (char === '') throw new MongoError(51091, 'Regular expression is invalid: \\ at end of pattern');
    if (/[a-zA-Z0-9]/.test(char)) throw this.#refuse(`The escape \\${char}`);
    const point = this.#source.codePointAt(this.#at - 1) ?? 0;
    if (point > 0xffff) this.#at += 1;
    return `\\u{${point.toString(16)}}`;
  }
}
