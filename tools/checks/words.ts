import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A participle or an adverb as the name of a value or a function: `existingKeys`, not `known`. */
const PARTICIPLE =
  /\b(?:const|let|var|function\*?)\s+(?:told|known|begun|meant|settled|brought|said|gone|given|taken|held|left|asked|heard|made|kept|there|near|stood|mine|theirs)\b/;
/** A limit is MAX_, MIN_, _LIMIT, _TIMEOUT_MS or _TTL. */
const LIMIT = /\b(?:MOST|LONGEST|SHORTEST|FEW|RARE|KEPT|SHOWN|NOWHERE)(?:_[A-Z][A-Z_]*)?\b/;
/** What a colleague would not say aloud, in a comment, a message or the title of a test. */
const PHRASE = /\b(?:whoever|whatever|nobody|begun|of before|(?:stood|stands?) still|in a go)\b/i;

const RULES: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [PARTICIPLE, 'name it by a noun, or a function by a verb'],
  [LIMIT, 'name a limit MAX_, MIN_, _LIMIT, _TIMEOUT_MS or _TTL'],
  [PHRASE, 'say it in plain trade English'],
];

/** Files that must hold the words: the list itself. */
const EXCEPTIONS = /^tools\/checks\/words(?:\.test)?\.ts$/;

/** Returns a sentence for each line of `text` that breaks a rule of the table "Words". */
export function wordFaults(path: string, text: string): readonly string[] {
  if (EXCEPTIONS.test(path)) return [];
  return text.split('\n').flatMap((line, index) =>
    RULES.flatMap(([pattern, advice]) => {
      const match = pattern.exec(line);
      return match === null ? [] : [`${path}:${index + 1} has "${match[0]}": ${advice}.`];
    }),
  );
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..', '..');
  const scopes = process.argv.slice(2);
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...scopes], { cwd: root, encoding: 'utf8' }).split('\0');
  const paths = listed.filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) && existsSync(join(root, path)));
  const faults = paths.flatMap((path) => wordFaults(path, readFileSync(join(root, path), 'utf8')));
  if (faults.length > 0) {
    process.stderr.write(`${faults.join('\n')}\n${faults.length} lines break the rules of tools/checks/words.ts.\n`);
    process.exitCode = 1;
  }
}
