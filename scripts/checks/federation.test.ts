import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PLUGIN = '@module-federation/enhanced';

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const pinned = z
  .object({ dependencies: z.object({ webpack: z.string(), [PLUGIN]: z.string() }) })
  .parse(read('packages/remote-tools/package.json')).dependencies;

// What is expected carries the reason, so that it stands in the failure.

test('the shell’s runtime is held to the version of the federation plugin that it was tried with', () => {
  const because =
    'shell/src/composition/federation-runtime.ts follows an interface that is internal to one version of the plugin. Compare it with ' +
    'the new version of @module-federation/webpack-bundler-runtime, then run the stories under both runtimes: npx playwright test ' +
    '--config e2e/playwright.config.ts e2e/composition. When all pass, the run writes e2e/composition/official-runtime.json itself.';
  const record = z.object({ [PLUGIN]: z.string() }).parse(read('e2e/composition/official-runtime.json'));
  expect({ version: pinned[PLUGIN], because }).toEqual({ version: record[PLUGIN], because });
});

test('webpack is not raised before the federation plugin builds with it', () => {
  const because =
    `${PLUGIN} ${pinned[PLUGIN]} reaches into webpack: with 5.111 a script does not build whose name holds a [contenthash], as the ` +
    'shell’s does (issue 5077 of module-federation/core), and with 5.112 the plugin does not even load ' +
    '(webpack/lib/util/extractUrlAndGlobal is gone). Raise webpack when a release of the plugin ends both: ADR 2.';
  expect({ webpack: pinned.webpack, because }).toEqual({ webpack: '5.110.3', because });
});
