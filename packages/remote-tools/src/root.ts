import { resolve } from 'node:path';

/** The checkout's root folder. */
export const ROOT = resolve(import.meta.dirname, '..', '..', '..');
