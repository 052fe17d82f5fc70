import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { parseSync } from '@swc/core';

/** The line that swc writes above those that it shows, and these. */
const SHOWN_BY_SWC = /[╭,][─-]\[(?:.*?:)?(\d+):\d+\]\n([\s\S]*?)\n\s*[╰`][─-]+/;
const WORDS_OF_SWC = /(?:^|\s)[x×] (.*)/;

/** Returns what is wrong with the syntax of a file, after its place: `FILE:LINE: WORDS`; undefined when it can be parsed. */
export function syntaxFault(file: string): string | undefined {
  try {
    parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' });
    return undefined;
  } catch (error) {
    const text = stripVTControlCharacters(String(error));
    const [, words = text.trim()] = WORDS_OF_SWC.exec(text) ?? [];
    const [, line, shown] = SHOWN_BY_SWC.exec(text) ?? [];
    return line === undefined ? `${file}: ${words}` : `${file}:${line}: ${words}\n${shown}`;
  }
}
