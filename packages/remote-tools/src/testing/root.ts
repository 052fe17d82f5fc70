import { resolve } from 'node:path';

/** The checkout's root folder, for tests: what is installed elsewhere has none above it. */
export const ROOT = resolve(import.meta.dirname, '..', '..', '..', '..');
