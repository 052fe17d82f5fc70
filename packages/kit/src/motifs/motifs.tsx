import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import classes from './motifs.module.css';

/** A reading in a trace: where it starts (0–1), how high it goes (0–1) and how long it takes (0–1). */
export interface Reading {
  readonly at: number;
  readonly height: number;
  readonly length: number;
}

/** What {@link tracePath} draws. */
export interface TraceOptions {
  readonly width: number;
  readonly height: number;
  readonly readings: readonly Reading[];
  readonly points?: number;
  /** Height of the recorder's noise, in the units of `height`. */
  readonly noise?: number;
  readonly seed?: number;
}

/** Returns how a cell answers: a quick rise, then a slow return to rest. 1 at its peak. */
function response(time: number): number {
  return time <= 0 ? 0 : time ** 1.4 * Math.exp(1.4 * (1 - time));
}

/**
 * Returns a recorded curve as the `d` of a path: the baseline near the bottom, readings that rise from it, a little
 * noise. The same options give the same curve, on the server as in the browser.
 */
export function tracePath({ width, height, readings, points = 120, noise = 0, seed = 7 }: TraceOptions): string {
  let random = seed;
  const steps = Array.from({ length: points + 1 }, (_, step) => {
    const x = step / points;
    random = (random * 16807) % 2147483647;
    const tremor = noise * (random / 1073741823.5 - 1);
    const signal = readings.reduce(
      (sum, reading) => sum + reading.height * response((x - reading.at) / reading.length),
      0,
    );
    const y = height * (0.94 - 0.88 * Math.min(signal, 1)) + tremor;
    return `${(x * width).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${steps.join('L')}`;
}

/** Properties of {@link Logo}. */
export interface LogoProps {
  /** Only the mark, for narrow places. */
  readonly markOnly?: boolean;
  readonly className?: string | undefined;
}

/** The logo: a cell whose nucleus is a short signal, and the name. */
export function Logo({ markOnly = false, className }: LogoProps) {
  return (
    <span className={classNames(classes.logo, className)}>
      <svg viewBox="0 0 36 36" aria-hidden="true" className={classes.logoMark}>
        <circle cx="18" cy="18" r="16.5" className={classes.logoMembrane} />
        <circle cx="18" cy="18" r="11.5" className={classes.logoPlasma} />
        <path d="M8.5 22.5h2.2c3 0 2.8-11 5.6-11 3 0 3.2 11 8.4 11h2.8" className={classes.logoSignal} />
      </svg>
      <span className={markOnly ? 'visually-hidden' : classes.logoName}>Cytocomm</span>
    </span>
  );
}

/** Properties of {@link CellMotif}. */
export interface CellMotifProps {
  /** Where the nucleus lies, so that neighbours differ. */
  readonly variant?: 0 | 1 | 2;
  readonly className?: string | undefined;
}

const nuclei = [
  { cx: 58, cy: 44, r: 20, spot: [30, 62] },
  { cx: 42, cy: 56, r: 24, spot: [70, 36] },
  { cx: 52, cy: 60, r: 17, spot: [36, 34] },
] as const;

/** The cell motif: soft circles, one inside another, in the trace colour of its ground. Decoration; size it by class. */
export function CellMotif({ variant = 0, className }: CellMotifProps) {
  const { cx, cy, r, spot } = nuclei[variant];
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={classNames(classes.cell, className)}>
      <circle cx="50" cy="50" r="48.5" className={classes.membrane} />
      <circle cx="50" cy="50" r="41" className={classes.plasma} />
      <circle cx={cx} cy={cy} r={r} className={classes.nucleus} />
      <circle cx={cx + r * 0.2} cy={cy - r * 0.15} r={r * 0.36} className={classes.core} />
      <circle cx={spot[0]} cy={spot[1]} r="3.5" className={classes.core} />
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
