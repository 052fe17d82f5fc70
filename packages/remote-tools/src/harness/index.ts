export { type RunningHarness, serveHarness } from './serve-harness.ts';
