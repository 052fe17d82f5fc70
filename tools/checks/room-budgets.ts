import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What a room weighs: lines and files of source, lines of tests, words of documents. */
export type Weight = readonly [lines: number, files: number, testLines: number, words: number];

const MEASURES = ['lines of source', 'files of source', 'lines of tests', 'words of documents'] as const;
const NOTHING: Weight = [0, 0, 0, 0];

/** The budget of each room, and of all together; lower it with each removal, until the goal is reached. */
const BUDGETS: Readonly<Record<string, Weight>> = {
  // Where all together shall come to.
  goal: [100_000, 1_300, 75_000, 25_000],
  total: [117_450, 1_149, 86_550, 25_000],
  '.': [200, 5, 0, 1_000],
  '.github': [0, 0, 0, 100],
  bench: [2_300, 30, 300, 300],
  deploy: [200, 5, 0, 0],
  docs: [0, 0, 0, 19_400],
  e2e: [2_900, 40, 8_770, 200],
  'mfe-admin': [11_050, 86, 7_000, 200],
  'mfe-auth': [2_400, 25, 1_300, 200],
  'mfe-calendar': [2_400, 20, 1_700, 100],
  'mfe-customer': [500, 10, 400, 100],
  'mfe-developer': [2_400, 25, 1_300, 200],
  'mfe-investor': [900, 10, 600, 100],
  'mfe-marketing': [5_060, 61, 1_400, 200],
  'packages/composition': [600, 15, 400, 200],
  'packages/contract': [6_700, 80, 900, 200],
  'packages/create-remote': [600, 15, 300, 300],
  'packages/fake-portal': [2_200, 20, 100, 200],
  'packages/http': [500, 10, 600, 200],
  'packages/kit': [5_510, 54, 2_340, 200],
  'packages/portal-api': [2_500, 25, 1_900, 200],
  'packages/releases': [2_200, 20, 1_500, 200],
  'packages/remote-tools': [5_200, 55, 2_500, 200],
  'packages/session': [800, 10, 700, 200],
  'packages/test-kit': [500, 15, 100, 200],
  'packages/trial-run': [1_400, 15, 200, 200],
  'services/api': [32_980, 260, 29_320, 300],
  'services/runtime': [2_300, 25, 1_900, 200],
  'services/trials': [1_000, 15, 400, 200],
  'services/web': [4_640, 45, 5_200, 200],
  shell: [5_100, 60, 3_900, 200],
  system: [1_700, 23, 4_600, 100],
  'tools/checks': [2_400, 30, 2_500, 200],
  'tools/commands': [3_900, 49, 750, 200],
  'tools/docs-site': [100, 1, 0, 100],
  'tools/embedded-mongo': [4_200, 36, 4_270, 300],
  'tools/mailbox': [500, 10, 200, 100],
  'tools/seed': [900, 10, 400, 100],
};

/** No file of source is longer. */
const MAX_FILE_LINES = 350;
/** Tests that are longer than that; to be lowered until there is none. */
const MAX_LONG_TESTS = 30;

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TEST = /\.(?:test|spec)\.[jt]sx?$/;
/** Documents that people write and keep; API reports, changesets and changelogs are none. */
const DOCUMENT = /^(?!\.changeset\/)(?!.*(?:api|CHANGELOG)\.md$).*\.md$/;

const linesOf = (text: string) => text.split('\n').length - 1;

/** Returns the room of a file: its folder in the root or in `packages`, `services` and `tools`; `.` is the root itself. */
export function roomOf(path: string): string {
  return /^(?:(?:packages|services|tools)\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? '.';
}

/** Returns what a file adds to its room. */
function weightOf(path: string, text: string): Weight {
  if (TEST.test(path)) return [0, 0, linesOf(text), 0];
  if (SOURCE.test(path)) return [linesOf(text), 1, 0, 0];
  return DOCUMENT.test(path) ? [0, 0, 0, text.match(/\S+/g)?.length ?? 0] : NOTHING;
}

/** Returns what each room weighs, and all together (`total`). */
export function weightsOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>();
  for (const [path, text] of files) {
    const [lines, count, testLines, words] = weightOf(path, text);
    for (const room of [roomOf(path), 'total']) {
      const sum = weights.get(room) ?? NOTHING;
      weights.set(room, [sum[0] + lines, sum[1] + count, sum[2] + testLines, sum[3] + words]);
    }
  }
  return weights;
}

/** Returns a sentence for each budget that is exceeded; a room without a budget may weigh nothing. */
export function excesses(weights: ReadonlyMap<string, Weight>, budgets = BUDGETS): readonly string[] {
  return [...weights].flatMap(([room, weight]) =>
    MEASURES.flatMap((measure, index) => {
      const [has = 0, budget = 0] = [weight[index], budgets[room]?.[index]];
      const sentence = `${room} has ${has} ${measure}, ${has - budget} more than its budget of ${budget}.`;
      return has > budget ? [sentence] : [];
    }),
  );
}

/** Returns a sentence for each file of source that is too long, and one when too many tests are. */
export function longFiles(files: ReadonlyMap<string, string>, maxLongTests = MAX_LONG_TESTS): readonly string[] {
  const long = [...files].filter(([path, text]) => SOURCE.test(path) && linesOf(text) > MAX_FILE_LINES);
  const tests = long.filter(([path]) => TEST.test(path));
  const sources = long.filter(([path]) => !TEST.test(path));
  return [
    ...sources.map(([path, text]) => `${path} has ${linesOf(text)} lines; ${MAX_FILE_LINES} are allowed.`),
    ...(tests.length > maxLongTests
      ? [`${tests.length} tests have more than ${MAX_FILE_LINES} lines; ${maxLongTests} are allowed.`]
      : []),
  ];
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..', '..');
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const weighed = paths.filter((path) => SOURCE.test(path) || DOCUMENT.test(path));
  const existing = weighed.filter((path) => existsSync(join(root, path)));
  const files = new Map(existing.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const sentences = [...excesses(weightsOf(files)), ...longFiles(files)];
  if (sentences.length > 0) {
    process.stderr.write(`Too large (tools/checks/room-budgets.ts):\n  ${sentences.join('\n  ')}\n`);
    process.exitCode = 1;
  }
}
