/** What the code of a folder may import of the other rooms. Product code: everything but tests and what they stand on. */
export interface Room {
  /** Where it runs: nothing of Node in a browser, nothing of React in Node. What is `mixed` has files of either kind. */
  readonly runs: 'browser' | 'node' | 'both' | 'mixed';
  /** Packages by the last part of their name, with the door when it is not the first one. */
  readonly imports: readonly string[];
  /** What tests may import besides. */
  readonly tests?: readonly string[];
  /** Files of other rooms that are reached by path, as the import writes it. */
  readonly byPath?: readonly string[];
}

const BROWSER_DOORS = ['contract', 'http', 'kit', 'kit/dashboard', 'kit/html', 'portal-api', 'session'];
const HARNESS_DOORS = ['contract', 'kit', 'portal-api', 'session', 'test-kit/browser'];
const RELEASE_DOORS = ['composition', 'contract', 'releases', 'remote-tools', 'trial-run'];
const TOOLS_DOORS = [
  ...['composition', 'composition/node', 'composition/federation-runtime', 'contract'],
  ...['releases', 'releases/gate', 'releases/prerender', 'trial-run'],
];
/** A path to another room from a folder of `tools` or `system`, at any depth. */
const byPath = (path: string) => ['..', '../..', '../../..', '../../../..'].map((up) => `${up}/${path}`);
const SERVICES = ['api', 'embedded-mongo', 'runtime', 'mailbox', 'trials', 'web'];

/** The rooms by folder; a folder inside a room comes after it. The linter refuses an import that is not listed here. */
export const ROOMS: Readonly<Record<string, Room>> = {
  'packages/contract': { runs: 'both', imports: [] },
  'packages/composition': { runs: 'both', imports: ['contract'] },
  'packages/composition/src/server': { runs: 'both', imports: [] },
  'packages/composition/src/node': { runs: 'node', imports: ['contract'] },
  'packages/http': { runs: 'browser', imports: ['contract'] },
  'packages/session': { runs: 'browser', imports: ['contract', 'http'] },
  'packages/kit': { runs: 'browser', imports: [] },
  'packages/portal-api': { runs: 'browser', imports: ['contract', 'http', 'kit', 'session'] },
  'packages/fake-portal': { runs: 'both', imports: ['contract'] },
  'packages/test-kit': { runs: 'browser', imports: ['contract', 'fake-portal', 'kit', 'portal-api', 'session'] },
  'packages/create-remote': { runs: 'node', imports: [] },
  'packages/releases': { runs: 'node', imports: ['composition', 'composition/node', 'contract'] },
  'packages/trial-run': { runs: 'mixed', imports: ['composition', 'contract', 'fake-portal', 'releases'] },
  'packages/remote-tools': { runs: 'node', imports: TOOLS_DOORS },
  'packages/remote-tools/src/frame': { runs: 'mixed', imports: TOOLS_DOORS },
  'packages/remote-tools/src/portal-command': { runs: 'mixed', imports: TOOLS_DOORS },
  'packages/remote-tools/src/dev-server/page': { runs: 'browser', imports: ['composition'] },
  'packages/remote-tools/src/frame/page': {
    runs: 'browser',
    imports: ['composition', 'composition/federation-runtime', 'composition/server', ...BROWSER_DOORS],
  },
  'packages/remote-tools/src/harness/page': { runs: 'browser', imports: HARNESS_DOORS },
  shell: { runs: 'browser', imports: ['composition', 'composition/server', ...BROWSER_DOORS], tests: ['test-kit'] },
  'mfe-*': { runs: 'browser', imports: ['composition', ...BROWSER_DOORS], tests: ['test-kit'] },
  'services/runtime': { runs: 'node', imports: [], tests: ['contract'] },
  'services/web': {
    runs: 'node',
    imports: [
      ...['composition', 'composition/node', 'contract', 'releases', 'releases/prerender'],
      ...['runtime', 'runtime/database'],
    ],
    tests: ['embedded-mongo', 'runtime/start', 'runtime/testing'],
  },
  'services/api': {
    runs: 'node',
    imports: [
      'composition',
      'composition/node',
      'contract',
      'releases',
      'releases/gate',
      'runtime',
      'runtime/database',
    ],
    tests: ['embedded-mongo', 'fake-portal', 'mailbox', 'runtime/start', 'runtime/testing', 'seed', 'seed/pdf'],
  },
  'services/trials': {
    runs: 'mixed',
    imports: ['contract', 'releases', 'runtime', 'runtime/database', 'trial-run', 'web'],
    tests: ['api', 'embedded-mongo', 'remote-tools'],
  },
  bench: { runs: 'mixed', imports: [...RELEASE_DOORS, ...SERVICES, 'seed'], byPath: ['../../shell/src/composition/*'] },
  e2e: {
    runs: 'mixed',
    imports: [
      ...RELEASE_DOORS,
      'api',
      'runtime/start',
      'mailbox',
      'releases/gate',
      'trials',
      'trial-run/browser-features',
      'trial-run/translation',
      'remote-tools/dev-server',
      'remote-tools/harness',
      'remote-tools/portal-command',
    ],
  },
  'tools/docs-site': { runs: 'node', imports: [] },
  'tools/embedded-mongo': { runs: 'node', imports: ['runtime/start'] },
  'tools/mailbox': { runs: 'node', imports: ['composition', 'runtime', 'runtime/start'] },
  'tools/seed': {
    runs: 'node',
    imports: ['api', 'api/seeding', 'contract', 'releases', 'runtime'],
    byPath: byPath('services/api/src/testing/*'),
  },
  'tools/checks': {
    runs: 'mixed',
    imports: ['contract', 'releases', 'remote-tools', 'remote-tools/portal-command'],
    tests: ['api', 'composition', 'embedded-mongo', 'mailbox', 'trials', 'web'],
    byPath: byPath('services/api/src/testing/*'),
  },
  'tools/commands': {
    runs: 'mixed',
    imports: [
      ...RELEASE_DOORS,
      ...SERVICES,
      'bench',
      'create-remote',
      'releases/gate',
      'remote-tools/dev-server',
      'remote-tools/harness',
      'remote-tools/portal-command',
      'runtime/database',
      'runtime/settings',
      'runtime/start',
      'seed',
    ],
    byPath: [...byPath('services/api/src/testing/*'), ...byPath('packages/contract/src/browser-calls.ts')],
  },
  system: {
    runs: 'mixed',
    imports: [],
    tests: [...RELEASE_DOORS, ...SERVICES, 'runtime/start', 'remote-tools/portal-command', 'runtime/testing'],
    byPath: [...byPath('services/api/src/testing/*'), ...byPath('tools/{commands,checks}/**')],
  },
};

/** What a layer of `services/api/src` may import of the others; tests may import all. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  main: ['content', 'delivery', 'identity', 'platform'],
  content: ['identity', 'platform'],
  delivery: ['identity', 'platform'],
  identity: ['platform'],
  platform: [],
};

/** Tests and what only they import; the rest is product code. */
export const TEST_FILES = ['**/*.test.{ts,tsx}', '**/testing/**', '**/testing-*.ts', 'packages/test-kit/**'];
