import type { Visibility } from '@cytocomm/contract';

/** Who reads what the investors' reports show: only they can be told of a new one. */
export const REPORTS: readonly Visibility[] = ['investor', 'public'];
