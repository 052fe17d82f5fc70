import { dirname } from 'node:path';

/** The checkout's root folder. */
export const ROOT = dirname(import.meta.dirname);
