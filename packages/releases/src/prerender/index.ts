export { faultOfMarkup } from './markup-faults.ts';
export type { PageInput, ServerBundle, ServerBundles } from './messages.ts';
export { type PageDeadline, PageNotMade, type PageProcess, PageStarved, startPageProcess } from './page-process.ts';
