import { type Browser, chromium } from 'playwright-core';
import { UNNEEDED_FEATURES_OFF } from './browser-features.ts';

/** As long as any program may take to start on a busy machine (services/runtime), in ms; one that ends is noticed at once. */
const START_TIMEOUT_MS = 300_000;
/** The most memory that the scripts of a page may take, in MB. */
const MAX_PAGE_HEAP_MB = 512;

/** Starts a Chromium for trials. `isSandboxed` keeps Chromium's own walls around pages, which root cannot have. Rejects when it does not start. */
export function startBrowser(executablePath: string, isSandboxed: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: isSandboxed,
    timeout: START_TIMEOUT_MS,
    args: [
      '--disable-gpu',
      UNNEEDED_FEATURES_OFF,
      // Shared memory of a container is small.
      '--disable-dev-shm-usage',
      // Past the proxy of a page there would be a way out.
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      `--js-flags=--max-old-space-size=${MAX_PAGE_HEAP_MB}`,
    ],
  });
}
