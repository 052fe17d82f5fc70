import type { Migration } from './migrate.ts';

/** Every change of stored records since the first release, oldest first. A change that was released is never edited. */
export const MIGRATIONS: readonly Migration[] = [];
