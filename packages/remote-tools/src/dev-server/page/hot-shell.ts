import * as refresh from 'react-refresh/runtime';
import { joinHotPage } from './hot-page.ts';

/** webpack's name of the build. */
declare const PORTAL_BUILD: string;

// React calls only hooks that are installed before it starts.
refresh.injectIntoGlobalHook(globalThis);
globalThis.portalRefresh = refresh;
joinHotPage({ name: PORTAL_BUILD, webpack: __webpack_require__, hot: import.meta.webpackHot });
