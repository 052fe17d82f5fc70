import type { FailureCause, FailureFrame } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { SourceMaps } from '../releases/source-maps.ts';
import { framesOf, type StackFrame } from './stack-frames.ts';

/** How long the maps of one list may take, in ms: the rest is shown as the browser wrote it. */
const MAP_TIMEOUT_MS = 3000;
/** The most of a file's path that is shown. */
const MAX_FILE = 300;

/** A cause with the stack that its first report had. */
export interface CauseWithStack extends Omit<FailureCause, 'frames'> {
  readonly stack?: string;
}

/** What the places of a list are found with. */
export interface FrameSources {
  readonly maps: SourceMaps;
  readonly log: Logger;
  /** In ms, from any start. By default the process's clock. */
  readonly now?: () => number;
}

/**
 * Returns causes with the frames of their stacks, as places in the sources where the release has a map. The list does not
 * fail with a map that cannot be read: the rest of its frames stay as the browser wrote them.
 */
export async function withFrames(
  causes: readonly CauseWithStack[],
  { maps, log, now = performance.now.bind(performance) }: FrameSources,
): Promise<readonly FailureCause[]> {
  let until = now() + MAP_TIMEOUT_MS;

  /** A stack comes from a browser: only scripts of the release that it blames are looked up. */
  async function mapped(frame: StackFrame, { remote, release }: CauseWithStack): Promise<FailureFrame> {
    const { path, ...place } = frame;
    const folder = `/releases/${remote}/${release}/`;
    const at = path.indexOf(folder);
    const script = at < 0 ? '' : path.slice(at + folder.length);
    const unmapped = { ...place, file: path.slice(0, MAX_FILE) };
    if (!/^[\w./-]+\.js$/.test(script) || now() > until) return unmapped;
    try {
      return (await maps.placeOf(remote, release, script, frame.line, frame.column)) ?? unmapped;
    } catch (error) {
      log.warn({ err: error, remote, release, script }, 'a source map could not be read');
      // Where one cannot be read the next ones wait for the same database.
      until = Number.NEGATIVE_INFINITY;
      return unmapped;
    }
  }

  const listed: FailureCause[] = [];
  for (const cause of causes) {
    const { stack, ...rest } = cause;
    const frames: FailureFrame[] = [];
    for (const frame of framesOf(stack ?? '')) frames.push(await mapped(frame, cause));
    listed.push({ ...rest, frames });
  }
  return listed;
}
