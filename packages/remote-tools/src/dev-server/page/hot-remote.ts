import { joinHotPage } from './hot-page.ts';
import { createStandIns } from './stand-ins.ts';

/** webpack's name of the build. */
declare const PORTAL_BUILD: string;

// The shell of a development portal has brought React Refresh; a production one has not.
if (!globalThis.portalRefresh) {
  globalThis.portalStandIns = createStandIns();
  globalThis.portalRefresh = globalThis.portalStandIns;
}
joinHotPage({ name: PORTAL_BUILD, webpack: __webpack_require__, hot: import.meta.webpackHot });
