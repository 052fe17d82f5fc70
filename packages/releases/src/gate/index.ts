export { checkRelease } from './check-release.ts';
export { GateRefused, passGate } from './gate-check.ts';
