import { type Browser, chromium } from 'playwright-core';

/** Starts a headless Chromium that makes no calls of its own, which would be counted or would take bandwidth. */
export function openBrowser(executablePath: string): Promise<Browser> {
  // Root has no user namespaces, and so no sandbox.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, args });
}
