export { openBrowser } from './browser.ts';
export { type BuildTimes, timeBuilds } from './build-times.ts';
export { type Contender, type Contenders, openContenders } from './contenders.ts';
export { type ContenderResult, measureHome } from './home.ts';
export { buildRows, formatTable, homeRows, type Row } from './report.ts';
