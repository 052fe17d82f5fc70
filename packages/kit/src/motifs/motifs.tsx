import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './motifs.module.css';

/** A reading in a trace: where it starts (0–1), how high it goes (0–1) and how long it takes (0–1). */
type Reading = readonly [at: number, height: number, length: number];

/** How {@link tracePath} draws. */
interface TraceOptions {
  readonly width: number;
  readonly height: number;
  readonly points?: number;
  /** Height of the recorder's noise, in the units of `height`. */
  readonly noise?: number;
}

/** Returns how a cell answers: a quick rise, then a slow return to rest. 1 at its peak. */
function response(time: number): number {
  return time <= 0 ? 0 : time ** 1.4 * Math.exp(1.4 * (1 - time));
}

/**
 * Returns a recorded curve as the `d` of a path: the baseline near the bottom, readings that rise from it, a little
 * noise. The same options give the same curve, on the server as in the browser.
 */
export function tracePath({ width, height, points = 120, noise = 0 }: TraceOptions, ...readings: readonly Reading[]) {
  let random = 7;
  const steps = Array.from({ length: points + 1 }, (_, step) => {
    const x = step / points;
    random = (random * 16807) % 2147483647;
    const tremor = noise * (random / 1073741823.5 - 1);
    const signal = readings.reduce((sum, [at, rise, length]) => sum + rise * response((x - at) / length), 0);
    const y = height * (0.94 - 0.88 * Math.min(signal, 1)) + tremor;
    return `${(x * width).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${steps.join('L')}`;
}

/** Properties of {@link Logo}. */
export interface LogoProps {
  readonly className?: string | undefined;
}

/** The logo: a cell whose nucleus is a short signal, and the name. */
export function Logo({ className }: LogoProps) {
  return (
    <span className={classNames(classes.logo, className)}>
      <svg viewBox="0 0 36 36" aria-hidden="true" className={classes.logoMark}>
        <circle cx="18" cy="18" r="16.5" className={classes.logoMembrane} />
        <circle cx="18" cy="18" r="11.5" className={classes.logoPlasma} />
        <path d="M8.5 22.5h2.2c3 0 2.8-11 5.6-11 3 0 3.2 11 8.4 11h2.8" className={classes.logoSignal} />
      </svg>
      <span className={classes.logoName}>Cytocomm</span>
    </span>
  );
}

/** The cell motif: soft circles, one inside another, in the trace colour of its ground. Decoration; size it by class. */
export function CellMotif({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={classNames(classes.cell, className)}>
      <circle cx="50" cy="50" r="48.5" className={classes.membrane} />
      <circle cx="50" cy="50" r="41" className={classes.plasma} />
      <circle cx="58" cy="44" r="20" className={classes.nucleus} />
      <circle cx="62" cy="41" r="7.2" className={classes.core} />
      <circle cx="30" cy="62" r="3.5" className={classes.core} />
    </svg>
  );
}

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

const trace = (options: TraceOptions, ...readings: readonly Reading[]) => ({
  box: `0 0 ${options.width} ${options.height}`,
  path: tracePath(options, ...readings),
});

const shapes = {
  /** Under a heading or a link. */
  short: trace({ width: 96, height: 16, points: 64 }, [0.2, 0.55, 0.05], [0.46, 1, 0.06]),
  /** Between two parts of a page. */
  divider: trace(
    { width: 1000, height: 40, points: 200, noise: 0.5 },
    [0.52, 0.35, 0.012],
    [0.6, 0.98, 0.016],
    [0.74, 0.5, 0.014],
  ),
  /** A whole recording, as the ground of a band. */
  recording: trace(
    { width: 1000, height: 200, points: 240, noise: 1.4 },
    [0.06, 0.3, 0.03],
    [0.24, 0.52, 0.045],
    [0.46, 0.95, 0.06],
    [0.72, 0.62, 0.05],
    [0.91, 0.42, 0.07],
  ),
};

/** Returns a line without length at the end of a path: its round cap is a dot that no stretching distorts. */
function endOf(path: string): string {
  return `M${path.slice(path.lastIndexOf('L') + 1)}h0`;
}

/** Properties of {@link SignalTrace}. */
export interface SignalTraceProps {
  readonly shape?: 'short' | 'divider' | 'recording';
  /** A dot at its end that beats: this trace is being recorded now. */
  readonly live?: boolean;
  readonly className?: string | undefined;
}

/** The signal motif: draws itself once on entering the view, and is simply there when motion is unwelcome. Decoration. */
export function SignalTrace({ shape = 'divider', live = false, className }: SignalTraceProps) {
  const { ref, state, onDrawn } = useDrawnOnView();
  const { box, path } = shapes[shape];
  return (
    <span
      ref={ref}
      aria-hidden="true"
      data-draw={state}
      className={classNames(classes.trace, classes[shape], className)}
    >
      <span className={classes.curtain} onAnimationEnd={onDrawn}>
        <svg aria-hidden="true" viewBox={box} preserveAspectRatio="none" className={classes.traceLine}>
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
      </span>
      {live ? (
        <svg aria-hidden="true" viewBox={box} preserveAspectRatio="none" className={classes.liveEnd}>
          <path d={endOf(path)} vectorEffect="non-scaling-stroke" className={classes.halo} />
          <path d={endOf(path)} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : null}
    </span>
  );
}
