import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { sourcePath } from './build-faults.ts';
import type { Fault } from './messages.ts';

/** How many lines of the source are shown before and after the one that is meant. */
const LINES_AROUND = 2;

/** With what webpack begins the names of a build's sources. */
const OF_BUILD = /^webpack:\/\/([^/]+)\/(.*?)(?:\?.*)?$/;
/** Sources of other people are no place to mend anything. */
const FOREIGN = /(^|\/)(node_modules|webpack)\//;

function linesAround(source: string, line: number): string {
  const first = Math.max(1, line - LINES_AROUND);
  return source
    .split('\n')
    .slice(first - 1, line + LINES_AROUND)
    .map((text, index) => `${first + index === line ? '>' : ' '} ${first + index} | ${text}`)
    .join('\n');
}

/**
 * Returns the place in the sources that `map`, the source map of a script as JSON, has for a place in it, both counted from 1,
 * with the lines around it after `text`; undefined where the map knows none, or one of another package's.
 */
export function sourcePlace(map: string, line: number, column: number, text: string): Fault | undefined {
  const traced = new TraceMap(map);
  const found = originalPositionFor(traced, { line, column: column - 1 });
  const [, build, path = ''] = OF_BUILD.exec(found.source ?? '') ?? [];
  if (build === undefined || found.line === null || FOREIGN.test(path)) return undefined;
  const content = sourceContentFor(traced, found.source ?? '');
  const shown = content ? `${text}\n\n${linesAround(content, found.line)}` : text;
  return { text: shown, file: sourcePath(build, path), line: found.line };
}
