import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { NoChromium, presentChromium, startBrowser } from './browser.ts';
import { UNNEEDED_FEATURES_OFF } from './browser-features.ts';

const SWITCH = '--disable-features=';
const START_MS = 60_000;

const chromium = presentChromium();
if (chromium === undefined) throw new NoChromium('This test needs Chromium: install it, or set CHROMIUM_PATH.');
describe('a browser without a person', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser(chromium, false);
  }, START_MS);
  afterAll(() => browser.close());

  test('turns off all that Playwright does, and more', async () => {
    const page = await browser.newPage();
    await page.goto('chrome://version');
    const line = await page.locator('#command_line').innerText();
    const lists = line.split(' ').filter((word) => word.startsWith(SWITCH));
    const [first, last] = [lists.at(0), lists.at(-1)].map((list = '') => list.slice(SWITCH.length).split(','));
    expect(lists).toHaveLength(2);
    expect(last).toEqual(expect.arrayContaining(first ?? ['no list']));
    expect(lists.at(-1)).toBe(UNNEEDED_FEATURES_OFF);
  });

  test('loads no page of its own beside the one it was asked for', async () => {
    const page = await browser.newPage();
    await page.goto('data:text/html,<h1>asked for</h1>');
    const session = await browser.newBrowserCDPSession();
    const answer: unknown = await session.send('Target.getTargets', { filter: [{}] });
    const { targetInfos } = z.object({ targetInfos: z.array(z.object({ type: z.string() })) }).parse(answer);
    const kinds = new Set(targetInfos.map(({ type }) => type));
    expect(kinds).toContain('page');
    expect(kinds).not.toContain('browser_ui');
  });
});
