import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './motifs.module.css';
import { tracePath } from './trace-path.ts';

type DrawState = 'drawing' | 'waiting' | 'drawn';

/** What an element needs to draw itself once. */
interface DrawnOnView {
  readonly ref: RefObject<HTMLSpanElement | null>;
  readonly state: DrawState;
  /** To be told when the drawing has ended. */
  readonly onDrawn: () => void;
}

/**
 * When a trace may draw itself. The stylesheet draws it at once (so it does without scripts); one that is still out of
 * sight then waits for the view and draws there. Once drawn it stays so.
 */
function useDrawnOnView(): DrawnOnView {
  const ref = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<DrawState>('drawing');

  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const visible = entry?.isIntersecting ?? true;
        setState((present) => (present === 'drawn' ? present : visible ? 'drawing' : 'waiting'));
        if (visible) observer.disconnect();
      },
      { threshold: 0.2 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onDrawn = useCallback(() => setState('drawn'), []);
  return { ref, state, onDrawn };
}

const shapes = {
  /** Under a heading or a link. */
  short: tracePath({
    width: 96,
    height: 16,
    points: 64,
    readings: [
      { at: 0.2, height: 0.55, length: 0.05 },
      { at: 0.46, height: 1, length: 0.06 },
    ],
  }),
  /** Between two parts of a page. */
  divider: tracePath({
    width: 1000,
    height: 40,
    points: 200,
    noise: 0.5,
    readings: [
      { at: 0.52, height: 0.35, length: 0.012 },
      { at: 0.6, height: 0.98, length: 0.016 },
      { at: 0.74, height: 0.5, length: 0.014 },
    ],
  }),
  /** A whole recording, as the ground of a band. */
  recording: tracePath({
    width: 1000,
    height: 200,
    points: 240,
    noise: 1.4,
    readings: [
      { at: 0.06, height: 0.3, length: 0.03 },
      { at: 0.24, height: 0.52, length: 0.045 },
      { at: 0.46, height: 0.95, length: 0.06 },
      { at: 0.72, height: 0.62, length: 0.05 },
      { at: 0.91, height: 0.42, length: 0.07 },
    ],
  }),
} as const;

const boxes = { short: '0 0 96 16', divider: '0 0 1000 40', recording: '0 0 1000 200' } as const;

/** Returns a line without length at the end of a path: its round cap is a dot that no stretching distorts. */
function endOf(path: string): string {
  return `M${path.slice(path.lastIndexOf('L') + 1)}h0`;
}

/** Properties of {@link SignalTrace}. */
export interface SignalTraceProps {
  readonly shape?: keyof typeof shapes;
  /** A dot at its end that beats: this trace is being recorded now. */
  readonly live?: boolean;
  readonly className?: string | undefined;
}

/** The signal motif: draws itself once on entering the view, and is simply there when motion is unwelcome. Decoration. */
export function SignalTrace({ shape = 'divider', live = false, className }: SignalTraceProps) {
  const { ref, state, onDrawn } = useDrawnOnView();
  return (
    <span
      ref={ref}
      aria-hidden="true"
      data-draw={state}
      className={classNames(classes.trace, classes[shape], className)}
    >
      <span className={classes.curtain} onAnimationEnd={onDrawn}>
        <svg aria-hidden="true" viewBox={boxes[shape]} preserveAspectRatio="none" className={classes.traceLine}>
          <path d={shapes[shape]} vectorEffect="non-scaling-stroke" />
        </svg>
      </span>
      {live ? (
        <svg aria-hidden="true" viewBox={boxes[shape]} preserveAspectRatio="none" className={classes.liveEnd}>
          <path d={endOf(shapes[shape])} vectorEffect="non-scaling-stroke" className={classes.halo} />
          <path d={endOf(shapes[shape])} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
    </span>
  );
}
