import type { Browser } from 'playwright-core';
import type { Contender } from '../contenders.ts';
import { checkAlike } from '../measure/alike.ts';
import { THROTTLED } from '../measure/throttling.ts';
import { type PaintFigures, seePaint } from '../measure/visit.ts';
import { median, rotated } from '../statistics.ts';

/** How one public page shows, beside the prerendered monolith's. */
export interface PagePaint {
  readonly path: string;
  readonly portal: PaintFigures;
  readonly prerenderedMonolith: PaintFigures;
}

function medians(samples: readonly PaintFigures[]): PaintFigures {
  const middle = (figure: keyof PaintFigures) => median(samples.map((sample) => sample[figure]));
  return {
    lcpMs: middle('lcpMs'),
    layoutShift: middle('layoutShift'),
    requests: middle('requests'),
    bytes: middle('bytes'),
    scriptBytes: middle('scriptBytes'),
  };
}

/** Looks at every page of the portal and of the prerendered monolith, throttled, in turn. */
export async function measurePages(
  browser: Browser,
  contenders: readonly Contender[],
  runs: number,
  say: (line: string) => void,
): Promise<PagePaint[]> {
  const paints: PagePaint[] = [];
  for (const { path, url } of contenders.filter(({ name }) => name === 'portal')) {
    const other = contenders.find((one) => one.path === path && one.name === 'prerendered monolith');
    if (!other) continue;
    await checkAlike(browser, [url, other.url]);
    const pair = [
      { url, samples: [] as PaintFigures[] },
      { url: other.url, samples: [] as PaintFigures[] },
    ] as const;
    for (let run = 0; run < runs; run++)
      for (const one of rotated(pair, run)) one.samples.push(await seePaint(browser, one.url, THROTTLED));
    paints.push({ path, portal: medians(pair[0].samples), prerenderedMonolith: medians(pair[1].samples) });
    say(`  ${path}`);
  }
  return paints;
}
