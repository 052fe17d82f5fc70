import type { FailureFrame } from '@cytocomm/contract';
import classes from './failures.module.css';

/** Properties of {@link CallStack}. */
export interface CallStackProps {
  readonly frames: readonly FailureFrame[];
}

/** The calls that led to a failure, the innermost first, behind a disclosure. */
export function CallStack({ frames }: CallStackProps) {
  const [first] = frames;
  return (
    <details className={classes.stack}>
      <summary>
        Where: <code>{first && placeOf(first)}</code>
      </summary>
      <ol>
        {frames.map((frame, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stack is never changed, and a recursive call stands in it many times
          <li key={place}>
            {frame.function && <bdi>{frame.function} </bdi>}
            <code>{placeOf(frame)}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

function placeOf({ file, line, column }: FailureFrame): string {
  return `${file}:${line}:${column}`;
}
