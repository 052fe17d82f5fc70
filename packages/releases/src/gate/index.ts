export { checkRelease } from './check-release.ts';
export { type ClaimsRow, COMMON_ROLES, claimFaults, reservedClaims } from './claims.ts';
export { GateRefused, passGate } from './gate-check.ts';
