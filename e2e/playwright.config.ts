import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared machine may stand still for longer than a test waits. What needed its second try is named at the end of
  // `npm test`; what fails twice fails.
  retries: 1,
  timeout: 120_000,
  // Ends with a report of what is missing, where a machine is far too slow or something hangs.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    // What moves without end is drawn by the processor here; what is tested is where things are, not how they come there.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's own calls home would only fail on a machine without a network; root has no user namespaces.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-sandbox',
        '--disable-gpu',
      ],
    },
  },
});
