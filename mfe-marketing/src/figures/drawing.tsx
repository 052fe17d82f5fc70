import drawing from './drawing.module.css';

/** A numbered mark in a drawing; the legend says what it means. */
export function Mark({ x, y, number }: { readonly x: number; readonly y: number; readonly number: number }) {
  return (
    <g className={drawing.mark}>
      <circle cx={x} cy={y} r="12" className={drawing.markRing} />
      <text x={x} y={y + 4.6} className={drawing.markNumber}>
        {number}
      </text>
    </g>
  );
}

/** One response in a recording: when it starts, how high it goes and how long it takes. */
export type Pulse = readonly [at: number, height: number, length: number];

/** The rectangle of a drawing that a curve lies in; 0 is its lower edge, 1 its upper. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns how a cell answers: a quick rise, then a slow return to rest. 1 at its peak, one `length` after its start.
 */
function response(time: number): number {
  return time <= 0 ? 0 : time ** 1.4 * Math.exp(1.4 * (1 - time));
}

/** Returns the level of a recording at a time, in the unit of the responses: a resting level and the responses on it. */
export function levelOf(rest: number, ...pulses: readonly Pulse[]): (time: number) => number {
  return (time) => pulses.reduce((sum, [at, height, length]) => sum + height * response((time - at) / length), rest);
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns where a time and a level lie in the drawing. */
export function pointIn(frame: Frame, time: number, level: number): { readonly x: number; readonly y: number } {
  return { x: round(frame.x + time * frame.width), y: round(frame.y + (1 - level) * frame.height) };
}

/** What {@link curveIn} may be told. */
export interface CurveOptions {
  readonly from?: number;
  readonly to?: number;
  readonly points?: number;
  /** The recorder's tremor, as a part of the frame's height. */
  readonly noise?: number;
  readonly seed?: number;
}

/**
 * Returns a recorded curve as the `d` of a path. The same input gives the same curve on the server and in the browser.
 */
export function curveIn(
  frame: Frame,
  level: (time: number) => number,
  { from = 0, to = 1, points = 110, noise = 0, seed = 7 }: CurveOptions = {},
): string {
  let random = seed;
  const steps = Array.from({ length: points + 1 }, (_, step) => {
    const time = from + ((to - from) * step) / points;
    random = (random * 16807) % 2147483647;
    const { x, y } = pointIn(frame, time, level(time) + noise * (random / 1073741823.5 - 1));
    return `${x} ${y}`;
  });
  return `M${steps.join('L')}`;
}

/** When a response begins, peaks and has gone back, in hours after a dose. */
export interface Course {
  readonly onset: number;
  readonly peak: number;
  readonly back: number;
}

/** A response has gone back when this part of it is left. */
const GONE = 0.1;

/** Returns the course of a response after a dose, where a unit of their time has so many hours. */
export function courseOf([at, , length]: Pulse, dose: number, hours: number): Course {
  let back = 1;
  while (response(back) > GONE) back += 0.05;
  const after = (time: number) => (time - dose) * hours;
  return { onset: after(at), peak: after(at + length), back: after(at + back * length) };
}

/** A cell in a drawing: soft circles, one inside another. */
export function Cell({
  x,
  y,
  r,
  turn = 0,
}: {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Where the nucleus lies: 0, 1 or 2. */
  readonly turn?: number;
}) {
  const [dx, dy] = (
    [
      [0.18, -0.14],
      [-0.2, 0.1],
      [0.06, 0.22],
    ] as const
  )[turn % 3] ?? [0, 0];
  const nucleus = { x: Math.round((x + dx * r) * 10) / 10, y: Math.round((y + dy * r) * 10) / 10 };
  return (
    <>
      <circle cx={x} cy={y} r={r} className={drawing.membrane} />
      <circle cx={nucleus.x} cy={nucleus.y} r={Math.round(r * 4.4) / 10} className={drawing.wash2} />
      <circle cx={nucleus.x} cy={nucleus.y} r={Math.round(r * 1.6) / 10} className={drawing.solid} />
    </>
  );
}
