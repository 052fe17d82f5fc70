import type { LinkContribution, Lock, LockedRelease, OverlayContribution } from '@cytocomm/contract';

/** A contribution together with the release that makes it. */
export interface Contributed<Contribution> {
  readonly release: LockedRelease;
  readonly contribution: Contribution;
}

/** Returns the navigation links of all remotes, in their order. */
export function linksOf(lock: Lock): LinkContribution[] {
  return lock.remotes.flatMap((release) => release.contributions.links).sort((a, b) => a.order - b.order);
}

/** Returns the contribution that fills an overlay slot; undefined when no remote does. */
export function overlayOf(lock: Lock, slot: OverlayContribution['slot']): Contributed<OverlayContribution> | undefined {
  for (const release of lock.remotes)
    for (const contribution of release.contributions.overlays)
      if (contribution.slot === slot) return { release, contribution };
  return undefined;
}
