import { joinHotPage } from './hot-page.ts';

/** webpack's name of the build. */
declare const PORTAL_BUILD: string;

joinHotPage({ name: PORTAL_BUILD, webpack: __webpack_require__, hot: import.meta.webpackHot });
