/** What Playwright itself turns off: of two lists Chromium takes the last one. browser-features.test.ts compares them. */
const BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const NOT_NEEDED = [
  // Each window would load two hidden pages of Chromium for its address bar.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Each page would start a second process for a next page that is seldom of another site.
  'SpareRendererForSitePerProcess',
];

/** Chromium's switch that turns off what a headless browser does not need. */
export const UNNEEDED_FEATURES_OFF = `--disable-features=${[...BY_PLAYWRIGHT, ...NOT_NEEDED].join(',')}`;
