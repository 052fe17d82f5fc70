export { serveGallery, serveHarness } from './serve-harness.ts';
export type { RunningHarness } from './serve-page.ts';
