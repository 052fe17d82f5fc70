export { type RunningHarness, serveGallery, serveHarness } from './serve-harness.ts';
