import { claimFaults } from '@cytocomm/releases';
import type { ClaimsTable } from '../releases/claims.ts';
import type { ReleaseSource } from './composition.ts';

/** Returns the releases of a database with the rights of their teams. */
export function createReleaseSource(find: ReleaseSource['find'], claims: ClaimsTable): ReleaseSource {
  return {
    find,
    checkClaims: async (release) => claimFaults(release, await claims.claimsOf(release.name)),
    mayPromote: claims.mayPromote,
    existingRoles: claims.existingRoles,
  };
}
