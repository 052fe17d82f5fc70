import type { Browser } from 'playwright-core';
import type { Contender, ContenderName } from './contenders.ts';
import { checkAlike } from './measure/alike.ts';
import { type Condition, THROTTLED, UNTHROTTLED } from './measure/throttling.ts';
import { measureVisit, type PageFigures } from './measure/visit.ts';
import { median, rotated } from './statistics.ts';

/** The button of Home whose answer is waited for. */
const ANSWERING_LABEL = 'Contact Us';

/** All samples of one contender under one condition, and the medians of them. */
export interface ContenderResult {
  readonly condition: Condition['name'];
  readonly contender: ContenderName;
  readonly medians: PageFigures;
  readonly samples: readonly PageFigures[];
}

/** The medians of every figure. Throws when there is no sample. */
export function mediansOf(samples: readonly PageFigures[]): PageFigures {
  const middle = (figure: keyof PageFigures) => median(samples.map((sample) => sample[figure]));
  return {
    lcpMs: middle('lcpMs'),
    interactiveMs: middle('interactiveMs'),
    layoutShift: middle('layoutShift'),
    requests: middle('requests'),
    bytes: middle('bytes'),
    scriptBytes: middle('scriptBytes'),
  };
}

/**
 * Measures all contenders, interleaved: in every run each is visited once under each condition, and another begins.
 * Rejects with VisitFailed when a visit went wrong or the contenders do not show the same page.
 */
export async function measureHome(
  browser: Browser,
  contenders: readonly Contender[],
  runs: number,
  say: (line: string) => void,
): Promise<ContenderResult[]> {
  // Also the warm-up: it has every server's page compressed and read once.
  await checkAlike(
    browser,
    contenders.map(({ url }) => url),
  );
  const series = [THROTTLED, UNTHROTTLED].flatMap((condition) =>
    contenders.map((contender) => ({ condition, contender, samples: [] as PageFigures[] })),
  );
  for (let run = 0; run < runs; run++) {
    for (const { condition, contender, samples } of rotated(series, run))
      samples.push(await measureVisit(browser, { url: contender.url, answeringLabel: ANSWERING_LABEL }, condition));
    say(`  run ${run + 1} of ${runs}`);
  }
  return series.map(({ condition, contender, samples }) => ({
    condition: condition.name,
    contender: contender.name,
    medians: mediansOf(samples),
    samples,
  }));
}
