import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { publicPaths } from './contenders.ts';
import { liveLock, startPortal } from './portal/portal.ts';
import { ROOT } from './portal/processes.ts';
import { alone, median, type Part, type Row, type Target } from './report.ts';

const PROGRAM = join(ROOT, 'node_modules', 'lighthouse', 'cli', 'index.js');
const TIMEOUT_MS = 180_000;
const FORMS = ['mobile', 'desktop'] as const;
/** It takes long, and the median of three is steady enough. */
const MAX_RUNS = 3;
/** Scores of any public page, of 100. */
const TARGETS: Readonly<Record<string, Target>> = {
  performance: { atLeast: 95 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
};
const CATEGORIES = Object.keys(TARGETS);

const scoreSchema = z.object({ score: z.number().nullable() });
const reportSchema = z.object({
  categories: z.record(
    z.string(),
    scoreSchema.extend({ auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), scoreSchema),
});
type Report = z.output<typeof reportSchema>;

/** The scores of one page in one form, of 100, and the audits that cost points in any run. */
interface PageScores {
  readonly path: string;
  readonly form: (typeof FORMS)[number];
  readonly scores: Readonly<Record<string, number>>;
  readonly missed: readonly string[];
}

/** One run in a browser of its own, with the throttling that Lighthouse simulates by default. */
async function audit(chromium: string, url: string, form: PageScores['form'], workDir: string): Promise<Report> {
  const output = join(workDir, 'lighthouse-report.json');
  rmSync(output, { force: true });
  const args = [
    PROGRAM,
    ...[url, '--quiet', '--output=json', `--output-path=${output}`, `--only-categories=${CATEGORIES.join(',')}`],
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  await promisify(execFile)(process.execPath, args, { env, timeout: TIMEOUT_MS });
  return reportSchema.parse(JSON.parse(readFileSync(output, 'utf8')));
}

function missedIn({ categories, audits }: Report): string[] {
  const refs = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  const weighty = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return weighty.map(({ id }) => id);
}

/** Returns the lowest score of all pages for each form and category, and whose it is. */
function lighthouseRows(pages: readonly PageScores[]): Row[] {
  return [...Map.groupBy(pages, ({ form }) => form)].flatMap(([form, ofForm]) =>
    CATEGORIES.map((category) => {
      const lowest = Math.min(...ofForm.map(({ scores }) => scores[category] ?? 0));
      const whose = ofForm.filter(({ scores }) => scores[category] === lowest).map(({ path }) => path);
      const pagesWords = whose.length === ofForm.length ? 'all pages' : `lowest ${whose.join(' ')}`;
      return alone(`lighthouse ${form}`, `${category}, ${pagesWords}`, String, lowest, TARGETS[category]);
    }),
  );
}

/** Audits every public page of a portal in both forms; a score is the median of up to three runs. */
export const lighthouse: Part = async ({ workDir, runs, smoke, say, chromium }) => {
  const executablePath = chromium();
  await using portal = await startPortal(join(workDir, 'portal'));
  const paths = publicPaths(await liveLock(portal));
  const pages: PageScores[] = [];
  for (const form of smoke ? FORMS.slice(0, 1) : FORMS)
    for (const path of smoke ? paths.slice(0, 1) : paths) {
      const reports: Report[] = [];
      for (let run = 0; run < Math.min(runs, MAX_RUNS); run++)
        reports.push(await audit(executablePath, portal.url + path, form, workDir));
      const scoreOf = (category: string) =>
        Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)));
      const scores = Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)]));
      pages.push({ path, form, scores, missed: [...new Set(reports.flatMap(missedIn))] });
      say(`  ${form} ${path}: ${Object.values(scores).join(', ')}`);
    }
  return { rows: lighthouseRows(pages), figures: { pages } };
};
