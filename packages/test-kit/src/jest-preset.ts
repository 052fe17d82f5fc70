import { fileURLToPath } from 'node:url';

/** Packages that ship ES modules only: jest runs CommonJS, so swc translates them. */
const esmOnly = ['@cytocomm', 'msw', '@msw', '@mswjs', '@open-draft', 'rettime', 'until-async', 'cookie'];

const pathOf = (name: string): string => fileURLToPath(import.meta.resolve(name));
/** The ending of this file: what lies beside it is a source in the workspace and a script where it is installed. */
const ending = import.meta.url.replace(/.*\./, '.');
const beside = (name: string): string => fileURLToPath(new URL(`./${name}${ending}`, import.meta.url));

/** What jest needs for a remote's tests: a browser's names, TypeScript, CSS modules whose classes are their names, Testing Library's matchers. */
const preset = {
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  testEnvironment: pathOf('jest-fixed-jsdom'),
  // A test waits for what it waits for; on a busy machine that may take longer than jest's 5 s.
  testTimeout: 30_000,
  transform: {
    '\\.[cm]?[jt]sx?$': [
      pathOf('@swc/jest'),
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
  moduleNameMapper: { '\\.css$': beside('css-modules') },
  setupFilesAfterEnv: [beside('setup-jest')],
};
export default preset;
