import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

/** Packages that ship ES modules only: jest runs CommonJS, so swc translates them. */
const esmOnly = [
  '@changesets',
  '@manypkg',
  'tinyexec',
  'msw',
  '@msw',
  '@mswjs',
  '@open-draft',
  'rettime',
  'until-async',
  'cookie',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  '@borewit',
  'jose',
  'altcha-lib',
  'ical-generator',
  'feed',
  'postal-mime',
  'is-network-error',
  'htmlparser2',
  'domutils',
  'domhandler',
  'domelementtype',
  'dom-serializer',
  'entities',
];

function project(room: string, environment: 'node' | 'browser'): Project {
  return {
    displayName: room,
    rootDir: `<rootDir>/${room}`,
    testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    testEnvironment: environment === 'node' ? 'node' : 'jest-fixed-jsdom',
    transform: {
      '\\.[cm]?[jt]sx?$': [
        '@swc/jest',
        {
          jsc: {
            target: 'es2024',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      ],
    },
    transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
    moduleNameMapper: { '\\.css$': `${import.meta.dirname}/packages/test-kit/css-modules.cjs` },
    setupFilesAfterEnv: environment === 'browser' ? [`${import.meta.dirname}/packages/test-kit/setup-jest.ts`] : [],
  };
}

/** One jest project per workspace; `npx jest --selectProjects services/api` runs one room. */
export default {
  // A test waits for what it waits for; on a busy machine that may take longer than jest's 5 s.
  testTimeout: 30_000,
  projects: [
    project('shell', 'browser'),
    ...['marketing', 'auth', 'admin', 'investor', 'customer', 'developer'].map((name) =>
      project(`mfe-${name}`, 'browser'),
    ),
    ...['http', 'session', 'portal-api', 'kit', 'test-kit'].map((name) => project(`packages/${name}`, 'browser')),
    ...['contract', 'composition', 'remote-tools'].map((name) => project(`packages/${name}`, 'node')),
    ...['api', 'web', 'embedded-mongo', 'listener', 'mailbox'].map((name) => project(`services/${name}`, 'node')),
    ...['scripts', 'bench'].map((name) => project(name, 'node')),
  ],
} satisfies Config;
