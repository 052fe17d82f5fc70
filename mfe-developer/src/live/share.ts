import type { CanaryShare } from '@cytocomm/contract';

/** Returns who gets a canary: `10 % of visitors`, `people with the role investor or admin`. */
export function describeShare(share: CanaryShare): string {
  if ('percent' in share) return `${share.percent} % of visitors`;
  const { roles } = share;
  return `people with the role ${[roles.slice(0, -1).join(', '), roles.at(-1)].filter(Boolean).join(' or ')}`;
}
