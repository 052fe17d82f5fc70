import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');
const RULES = ['biome.json', 'tools/checks/boundaries.json', 'tools/checks/addresses.grit'];
const TIMEOUT_MS = 60_000;
const CHECKED = ['style/noRestrictedImports', 'correctness/noUndeclaredDependencies', 'lint/plugin'];

/** What the linter refuses in a file. */
export interface Refusal {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

/** Files that the linter sees once, all together: a process each would take a second each. */
export class LinterProbes {
  readonly #files = new Map<string, string>();
  readonly #refusals = new Map<string, Refusal[]>();

  /** Keeps a file for the run. */
  add(path: string, content: string): void {
    this.#files.set(path, content);
  }

  /** Keeps a file under a name of its own beside the path; returns its path. */
  addBeside(path: string, content: string): string {
    const own = join(dirname(path), `${this.#files.size}-${basename(path)}`);
    this.add(own, content);
    return own;
  }

  /** Lints all files in a tree that has nothing else but our rules. Throws when the linter left one out. */
  run(): void {
    const root = mkdtempSync(join(tmpdir(), 'linter-'));
    try {
      for (const file of [...RULES, ...this.#files.keys()]) mkdirSync(join(root, dirname(file)), { recursive: true });
      for (const file of RULES) copyFileSync(join(ROOT, file), join(root, file));
      for (const [path, content] of this.#files) writeFileSync(join(root, path), `${content}\n`);
      this.#read(root);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }

  #read(root: string): void {
    const rules = CHECKED.map((rule) => `--only=${rule}`);
    const { stdout, stderr, error } = spawnSync(
      join(ROOT, 'node_modules', '.bin', 'biome'),
      ['lint', ...rules, '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', ...this.#files.keys()],
      { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000, timeout: TIMEOUT_MS },
    );
    const words = stdout + stderr;
    if (error || !words.includes(`Checked ${this.#files.size} files`)) throw error ?? new Error(words.slice(0, 5_000));
    const found = [...words.matchAll(/^(\S+):(\d+):\d+ (\S+) ━+\n\n +[×✖] (.+)$/gm)];
    if (found.length !== Number(/^Found (\d+) error/m.exec(words)?.[1])) throw new Error('not all refusals were read');
    for (const [, path = '', line, rule = '', message = ''] of found)
      this.#refusals.set(path, [...this.refusals(path), { rule, line: Number(line), message }]);
  }

  /** Returns what the run refused in a file. Throws when the file was not in it. */
  refusals(path: string): readonly Refusal[] {
    if (!this.#files.has(path)) throw new Error(`${path} was not linted`);
    return this.#refusals.get(path) ?? [];
  }
}
