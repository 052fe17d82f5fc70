import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import type { LIGHTHOUSE_TARGETS } from '../targets.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'node_modules', 'lighthouse', 'cli', 'index.js');
const DEADLINE_MS = 180_000;
const FORMS = ['mobile', 'desktop'] as const;

/** What Lighthouse judges. */
export type Category = keyof typeof LIGHTHOUSE_TARGETS;
/** The categories in their order. */
export const CATEGORIES: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The scores of one page in one form, of 100, and the audits that cost points in any run. */
export interface PageScores {
  readonly path: string;
  readonly form: (typeof FORMS)[number];
  readonly scores: Readonly<Record<Category, number>>;
  readonly missed: readonly string[];
}

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'categories' in value && 'audits' in value;
}

/** One run in a browser of its own, with the throttling that Lighthouse simulates by default. */
async function audit(chromium: string, url: string, form: PageScores['form']): Promise<Report> {
  const dir = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const output = join(dir, 'report.json');
  const args = [
    PROGRAM,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ];
  try {
    await new Promise<void>((resolve, reject) => {
      const env = { ...process.env, CHROME_PATH: chromium };
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env, timeout: DEADLINE_MS });
      let said = '';
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString();
      });
      child.once('error', reject);
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`Lighthouse failed on ${url}:\n${said}`)),
      );
    });
    const report: unknown = JSON.parse(readFileSync(output, 'utf8'));
    if (!isReport(report)) throw new Error(`Lighthouse left no report of ${url}`);
    return report;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function missedIn({ categories, audits }: Report): string[] {
  const refs = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  const weighty = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return weighty.map(({ id }) => id);
}

/** Audits every page in both forms; a score is the median of the runs. */
export async function auditPages(
  chromium: string,
  origin: string,
  paths: readonly string[],
  runs: number,
  say: (line: string) => void,
): Promise<PageScores[]> {
  const all: PageScores[] = [];
  for (const form of FORMS)
    for (const path of paths) {
      const reports: Report[] = [];
      for (let run = 0; run < runs; run++) reports.push(await audit(chromium, origin + path, form));
      const score = (category: Category) =>
        Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)));
      const scores = {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      };
      all.push({ path, form, scores, missed: [...new Set(reports.flatMap(missedIn))] });
      say(`  ${form} ${path}: ${Object.values(scores).join(', ')}`);
    }
  return all;
}
