import type { AdminPressRelease } from '@cytocomm/contract';

/** Returns what people call a release: by its newest title. */
export const releaseName = ({ title, pending }: AdminPressRelease): string => pending?.title || title || 'Untitled';
