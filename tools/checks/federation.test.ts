import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PLUGIN = '@module-federation/enhanced';

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const pinned = z
  .object({ dependencies: z.object({ webpack: z.string(), [PLUGIN]: z.string() }) })
  .parse(read('packages/remote-tools/package.json')).dependencies;

/** Where webpack or a package of the federation is installed, with its version: one that is there twice has two places. */
function installed(name: RegExp): Record<string, string> {
  const { packages } = z.object({ packages: z.record(z.string(), z.unknown()) }).parse(read('package-lock.json'));
  const places = Object.entries(packages).filter(([place]) => name.test(place));
  return Object.fromEntries(
    places.map(([place, entry]) => [place, z.object({ version: z.string() }).parse(entry).version]),
  );
}

const all = (places: object, version: unknown) =>
  Object.fromEntries(Object.keys(places).map((place) => [place, version]));

// What is expected carries the reason, so that it stands in the failure.

test('the shell’s runtime is held to the version of the federation plugin that it was tried with', () => {
  const because =
    'packages/composition/src/federation-runtime.ts follows an interface that is internal to one version of the plugin. Compare it with ' +
    'the new version of @module-federation/webpack-bundler-runtime, then run the stories under both runtimes: npx playwright test ' +
    '--config e2e/playwright.config.ts e2e/composition. When all pass, change this version.';
  // What `e2e` has of its own is the other company's: its remote brings the runtime of the plugin for Vite along.
  const versions = { pinned: pinned[PLUGIN], ...installed(/^(?!e2e\/).*node_modules\/@module-federation\/[^/]+$/) };
  expect(Object.keys(versions).length).toBeGreaterThan(5);
  expect({ versions, because }).toEqual({ versions: all(versions, '2.9.2'), because });
});

test('webpack is not raised before the federation plugin builds with it', () => {
  const because =
    `${PLUGIN} ${pinned[PLUGIN]} reaches into webpack: with 5.111 a script does not build whose name holds a [contenthash], as the ` +
    'shell’s does (issue 5077 of module-federation/core), and with 5.112 the plugin does not even load ' +
    '(webpack/lib/util/extractUrlAndGlobal is gone). Raise webpack when a release of the plugin ends both: ADR 2.';
  const versions = { pinned: pinned.webpack, ...installed(/node_modules\/webpack$/) };
  expect({ versions, because }).toEqual({ versions: all(versions, '5.110.3'), because });
});
