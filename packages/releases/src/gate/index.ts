export { checkRelease } from './check-release.ts';
export { type GateCheck, GateRefused, type GateRule, passGate } from './gate-check.ts';
