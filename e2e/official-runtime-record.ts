import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, Suite } from '@playwright/test/reporter';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const RECORD = join(import.meta.dirname, 'composition', 'official-runtime.json');
const PLUGIN = '@module-federation/enhanced';

const recordSchema = z.object({ [PLUGIN]: z.string(), tests: z.number() });
const packageSchema = z.object({ version: z.string() });

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Records with which version of the federation plugin the stories under its own runtime have passed, all of them. A unit test
 * (`scripts/checks/federation.test.ts`) holds the pinned version to this record. A run of fewer tests than the record has
 * changes nothing.
 */
export default class OfficialRuntimeRecord implements Reporter {
  #all: Suite | undefined;

  onBegin(_: unknown, all: Suite): void {
    this.#all = all;
  }

  onEnd(): void {
    const project = this.#all?.suites.find(({ title }) => title === 'official runtime');
    const tests = project?.allTests() ?? [];
    const before = recordSchema.parse(readJson(RECORD));
    if (tests.length < before.tests || !tests.every((test) => ['expected', 'flaky'].includes(test.outcome()))) return;
    const { version } = packageSchema.parse(readJson(join(ROOT, 'node_modules', PLUGIN, 'package.json')));
    if (version === before[PLUGIN] && tests.length === before.tests) return;
    writeFileSync(RECORD, `${JSON.stringify({ [PLUGIN]: version, tests: tests.length }, null, 2)}\n`);
  }
}
