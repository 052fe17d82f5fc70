import type { FailureCause, FailureFrame } from '@cytocomm/contract';
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

/** Returns causes with the frames of their stacks, as places in the sources where the release has a map. */
export async function withFrames(
  causes: readonly CauseWithStack[],
  maps: SourceMaps,
  now: () => number = performance.now.bind(performance),
): Promise<readonly FailureCause[]> {
  const until = now() + MAP_TIMEOUT_MS;

  /** A stack comes from a browser: only scripts of the release that it blames are looked up. */
  async function mapped(frame: StackFrame, { remote, release }: CauseWithStack): Promise<FailureFrame> {
    const { path, ...place } = frame;
    const folder = `/releases/${remote}/${release}/`;
    const at = path.indexOf(folder);
    const script = at < 0 ? '' : path.slice(at + folder.length);
    const unmapped = { ...place, file: path.slice(0, MAX_FILE) };
    if (!/^[\w./-]+\.js$/.test(script) || now() > until) return unmapped;
    return (await maps.placeOf(remote, release, script, frame.line, frame.column)) ?? unmapped;
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
