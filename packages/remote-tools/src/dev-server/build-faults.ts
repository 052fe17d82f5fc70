import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Stats, StatsError } from 'webpack';
import type { Fault } from './messages.ts';

/** How many faults of one build are told: the first ones are the cause of the others. */
const MAX_FAULTS = 5;
const MAX_TEXT_LENGTH = 4000;

/** The place that swc writes above the lines that it shows: its file, line and column. */
const PLACE_OF_SWC = /[╭,][─-]\[(.+?):(\d+):(\d+)\]/;
/** The place that css-loader writes before what is wrong. */
const PLACE_OF_SHEET = /^\((\d+):(\d+)\) /m;
const PLACE_OF_WEBPACK = /^(\d+):(\d+)/;

/** What loaders write around what is wrong: who has found it, and where in its own program. */
const BEFORE_FAULT = /^Module (?:build failed|Error) \(from [^)]*\):\n(?:Error: |CssSyntaxError\n+)?/;
const AFTER_FAULT = /\n+(?:Caused by:|Stack backtrace:| {4}at )[\s\S]*$/;

/** Returns the path of a source as the page shows it: beginning with the name of its build, or with its folder beside that. */
export function sourcePath(name: string, path: string): string {
  return posix.join(name, path.split(sep).join('/'));
}

function placeOf(error: StatsError, message: string, dir: string): Omit<Fault, 'text'> {
  const [, written, line, column] = PLACE_OF_SWC.exec(message) ?? [];
  if (written) {
    const file = relative(dir, isAbsolute(written) ? written : resolve(dir, written));
    return { file, line: Number(line), column: Number(column) };
  }
  const file = error.moduleName?.split('!').at(-1)?.split('?')[0];
  if (!file) return {};
  const [, inSheet, columnInSheet] = PLACE_OF_SHEET.exec(message) ?? [];
  if (inSheet) return { file, line: Number(inSheet), column: Number(columnInSheet) };
  const [, first, from] = PLACE_OF_WEBPACK.exec(error.loc ?? '') ?? [];
  if (first === undefined) return { file };
  // webpack counts columns from 0.
  return { file, line: Number(first), column: Number(from) + 1 };
}

/** Returns what is wrong with a build of the workspace `name` in `dir`: the first faults, with their places in the sources. */
export function faultsOf(stats: Stats, name: string, dir: string): Fault[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.slice(0, MAX_FAULTS).map((error) => {
    const message = stripVTControlCharacters(error.message);
    const { file, ...place } = placeOf(error, message, dir);
    const own = message.replace(BEFORE_FAULT, '').replace(AFTER_FAULT, '').replaceAll(join(dir, sep), '');
    return { text: own.trim().slice(0, MAX_TEXT_LENGTH), ...place, ...(file ? { file: sourcePath(name, file) } : {}) };
  });
}
