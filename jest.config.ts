import { globSync } from 'node:fs';
import { dirname } from 'node:path';
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
  'age-encryption',
  '@noble',
  '@scure',
  'oauth4webapi',
  'openid-client',
  'altcha-lib',
  'ical-generator',
  '@babel',
  'obug',
  'js-tokens',
  'jsesc',
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

/** Files named so belong to `npm run test:system`, all other tests to `npm test`. */
const SYSTEM_TEST = String.raw`\.system\.test\.tsx?$`;

/** Tests of what runs in Node share the packages that a worker has loaded. */
const IN_NODE = {
  testEnvironment: `${import.meta.dirname}/tools/checks/testing/jest/node-environment.ts`,
  runtime: `${import.meta.dirname}/tools/checks/testing/jest/native-runtime.ts`,
};

function project(room: string, environment: 'node' | 'browser'): Project {
  return {
    displayName: room,
    rootDir: `<rootDir>/${room}`,
    testMatch: [process.env.SYSTEM_TESTS ? '<rootDir>/**/*.system.test.{ts,tsx}' : '<rootDir>/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: [
      '/node_modules/',
      '/dist/',
      '/template/',
      ...(process.env.SYSTEM_TESTS ? [] : [SYSTEM_TEST]),
    ],
    ...(environment === 'node'
      ? IN_NODE
      : { testEnvironment: `${import.meta.dirname}/tools/checks/testing/jest/browser-environment.ts` }),
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
    moduleNameMapper: { '\\.css$': `${import.meta.dirname}/packages/test-kit/src/css-modules.ts` },
    setupFilesAfterEnv: environment === 'browser' ? [`${import.meta.dirname}/packages/test-kit/src/setup-jest.ts`] : [],
  };
}

/** Returns the rooms whose folders match. */
function roomsIn(...patterns: string[]): string[] {
  return globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: import.meta.dirname },
  )
    .map(dirname)
    .sort();
}

/** One jest project per workspace; `npx jest --selectProjects services/api` runs one room. */
export default {
  // A limit for what hangs: a test on a machine with four times its work to do ends within it.
  testTimeout: 120_000,
  projects: [
    ...roomsIn('shell', 'mfe-*', 'packages/{http,kit,portal-api,session,test-kit}').map((room) =>
      project(room, 'browser'),
    ),
    ...roomsIn(
      'bench',
      'packages/{composition,contract,create-remote,fake-portal,releases,remote-tools,trial-run}',
      'services/*',
      'system',
      'tools/*',
    ).map((room) => project(room, 'node')),
  ],
} satisfies Config;
