import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const RECORD = join(import.meta.dirname, 'composition', 'official-runtime.json');
const PLUGIN = '@module-federation/enhanced';

const recordSchema = z.object({ [PLUGIN]: z.string(), tests: z.number() });
const packageSchema = z.object({ version: z.string() });

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A test and what became of it. */
export type Story = Pick<TestCase, 'titlePath' | 'outcome'>;

/** How many different stories these are, however often each was told; 0 when one of them failed or was left out. */
export function passedStories(stories: readonly Story[]): number {
  const passed = stories.every((story) => ['expected', 'flaky'].includes(story.outcome()));
  return passed ? new Set(stories.map((story) => story.titlePath().join('\n'))).size : 0;
}

/**
 * Records with which version of the federation plugin the stories under its own runtime have passed, all of them. A unit test
 * (`tools/checks/federation.test.ts`) holds the pinned version to this record. A run of fewer tests than the record has
 * changes nothing, nor does one over a shell that another run has built.
 */
export default class OfficialRuntimeReporter implements Reporter {
  #all: Suite | undefined;

  onBegin(_: unknown, all: Suite): void {
    this.#all = all;
  }

  onEnd(): void {
    const passedOf = (project: string) =>
      passedStories(this.#all?.suites.find(({ title }) => title === project)?.allTests() ?? []);
    const tests = passedOf('official runtime');
    const before = recordSchema.parse(readJson(RECORD));
    if (tests < before.tests || passedOf('official shell') === 0) return;
    const { version } = packageSchema.parse(readJson(join(ROOT, 'node_modules', PLUGIN, 'package.json')));
    if (version === before[PLUGIN] && tests === before.tests) return;
    writeFileSync(RECORD, `${JSON.stringify({ [PLUGIN]: version, tests }, null, 2)}\n`);
  }
}
