import './filtered-rules.ts';
import { createRequire } from 'node:module';

/** The environment of tests of what runs in a browser: jsdom that looks only at rules which may be an element's. */
const environment: unknown = createRequire(import.meta.url)('jest-fixed-jsdom');
export default environment;
