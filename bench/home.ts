import {
  checkAlike,
  measureVisit,
  openBrowser,
  type PageFigures,
  type PaintFigures,
  seePaint,
  THROTTLED,
  UNTHROTTLED,
} from './browser/visit.ts';
import { type ContenderName, openContenders } from './contenders.ts';
import {
  alone,
  compare,
  inTurn,
  KILOBYTE,
  kilobytes,
  median,
  milliseconds,
  type Part,
  type Row,
  type Target,
} from './report.ts';

const HOME = '/';
/** The button of Home whose answer is waited for. */
const ANSWERING_LABEL = 'Contact Us';
/** How many pages a smoke run looks at. */
const SMOKE_PAGES = 2;

const PAINT = 'largest contentful paint';
const PAINT_TARGET: Target = { ratioAtMost: 1.05 };
const LAYOUT_SHIFT_TARGET: Target = { atMost: 0.02 };
/** What Home moves over the network before the film. */
const HOME_BYTES_TARGET: Target = { atMost: 260 * KILOBYTE };
const shift = (value: number) => value.toFixed(3);

type Comparison = readonly [
  figure: keyof PageFigures,
  label: string,
  write: (value: number) => string,
  against: Exclude<ContenderName, 'portal'>,
  target?: Target,
];
const COMPARISONS: readonly Comparison[] = [
  ['lcpMs', PAINT, milliseconds, 'prerendered monolith', PAINT_TARGET],
  ['lcpMs', PAINT, milliseconds, 'monolith', { ratioAtMost: 0.35 }],
  ['interactiveMs', 'interactive', milliseconds, 'prerendered monolith', { ratioAtMost: 1.1 }],
  ['interactiveMs', 'interactive', milliseconds, 'monolith', { ratioAtMost: 1.1 }],
  ['requests', 'requests', String, 'monolith', { atMost: 8 }],
  ['scriptBytes', 'script bytes', kilobytes, 'monolith', { ratioAtMost: 1.15 }],
  ['scriptBytes', 'script bytes', kilobytes, 'monolith', { atMost: 130 * KILOBYTE }],
  ['bytes', 'bytes', kilobytes, 'monolith'],
  ['layoutShift', 'layout shift', shift, 'monolith'],
];

/** All samples of one contender under one condition. */
export interface HomeSeries {
  readonly condition: 'throttled' | 'unthrottled';
  readonly contender: ContenderName;
  readonly samples: readonly PageFigures[];
}

/** The portal beside the monoliths, for each condition: medians. What was not measured is left out. */
export function homeRows(all: readonly HomeSeries[]): Row[] {
  return all
    .filter(({ contender }) => contender === 'portal')
    .flatMap((own) =>
      COMPARISONS.flatMap(([figure, label, write, against, target]) => {
        const other = all.find(({ condition, contender }) => condition === own.condition && contender === against);
        const middle = ({ samples }: HomeSeries) => median(samples.map((each) => each[figure]));
        return other ? [compare(own.condition, label, write, [middle(own), middle(other)], against, target)] : [];
      }),
    );
}

/** Visits Home of all contenders in turn, throttled and not. */
export const home: Part = async (bench) => {
  await using browser = await openBrowser(bench.chromium());
  await using contenders = await openContenders(bench, () => [HOME]);
  const urls = contenders.all.map(({ url }) => url);
  // Also the warm-up: it has every server's page compressed and read once.
  await checkAlike(browser, urls);
  bench.say(`Visiting Home: ${contenders.all.map(({ name }) => name).join(', ')} …`);
  const series = (bench.smoke ? [UNTHROTTLED] : [THROTTLED, UNTHROTTLED]).flatMap((condition) =>
    contenders.all.map(({ name, url }) => ({
      ...{ condition: condition.name, contender: name },
      visit: () => measureVisit(browser, url, ANSWERING_LABEL, condition),
    })),
  );
  const samples = await inTurn(
    series.map(({ visit }) => visit),
    bench.runs,
  );
  const results = series.map(({ visit: _, ...each }, index) => ({ ...each, samples: samples[index] ?? [] }));
  return { rows: homeRows(results), figures: { chromium: browser.version(), results } };
};

/** How one public page shows, at the portal and at the prerendered monolith. */
export interface PagePaint {
  readonly path: string;
  readonly ours: readonly PaintFigures[];
  readonly others: readonly PaintFigures[];
}

/** Every public page's paint and layout shift, and what Home weighs: medians. */
export function pageRows({ path, ours, others }: PagePaint): Row[] {
  const middle = (samples: readonly PaintFigures[], figure: keyof PaintFigures) =>
    median(samples.map((each) => each[figure]));
  const lcp = [middle(ours, 'lcpMs'), middle(others, 'lcpMs')] as const;
  return [
    compare(path, PAINT, milliseconds, lcp, 'prerendered monolith', PAINT_TARGET),
    alone(path, 'layout shift', shift, middle(ours, 'layoutShift'), LAYOUT_SHIFT_TARGET),
    ...(path === HOME ? [alone(path, 'bytes', kilobytes, middle(ours, 'bytes'), HOME_BYTES_TARGET)] : []),
  ];
}

/** Looks at every public page of the portal and of the prerendered monolith in turn, throttled. */
export const pages: Part = async (bench) => {
  const { smoke, runs, say } = bench;
  await using browser = await openBrowser(bench.chromium());
  await using contenders = await openContenders(bench, (paths) => (smoke ? paths.slice(0, SMOKE_PAGES) : paths));
  say('Looking at public pages …');
  const paints: PagePaint[] = [];
  for (const { path, url } of contenders.all.filter(({ name }) => name === 'portal')) {
    const other = contenders.all.find((one) => one.path === path && one.name === 'prerendered monolith');
    if (!other) continue;
    const urls = [url, other.url];
    await checkAlike(browser, urls);
    const looks = urls.map((each) => () => seePaint(browser, each, smoke ? UNTHROTTLED : THROTTLED));
    const [ours = [], others = []] = await inTurn(looks, runs);
    paints.push({ path, ours, others });
    say(`  ${path}`);
  }
  return { rows: paints.flatMap(pageRows), figures: { chromium: browser.version(), paints } };
};
