import { join } from 'node:path';

/** The checkout's root folder. */
export const ROOT = join(import.meta.dirname, '..', '..');
