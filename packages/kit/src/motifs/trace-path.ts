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
