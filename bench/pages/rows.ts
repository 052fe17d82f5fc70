import { HOME } from '../contenders.ts';
import { alone, compare, type Row } from '../report.ts';
import { HOME_BYTES_TARGET, KILOBYTE, LAYOUT_SHIFT_TARGET, PAGE_PAINT_TARGET } from '../targets.ts';
import type { PagePaint } from './measure.ts';

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (value: number) => `${(value / KILOBYTE).toFixed(1)} KB`;
const shift = (value: number) => value.toFixed(3);

/** Every public page's paint and layout shift, and what Home weighs. */
export function pageRows(paints: readonly PagePaint[]): Row[] {
  return paints.flatMap(({ path, portal, prerenderedMonolith }) => {
    const lcp: readonly [number, number] = [portal.lcpMs, prerenderedMonolith.lcpMs];
    return [
      compare(path, 'largest contentful paint', milliseconds, lcp, 'prerendered monolith', PAGE_PAINT_TARGET),
      alone(path, 'layout shift', shift, portal.layoutShift, LAYOUT_SHIFT_TARGET),
      ...(path === HOME ? [alone(path, 'bytes', kilobytes, portal.bytes, HOME_BYTES_TARGET)] : []),
    ];
  });
}
