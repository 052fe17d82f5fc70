import { By, Key, until } from 'selenium-webdriver';
import { linkIn, mailsTo, waitForMail } from '../fixtures/mail.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { complaintsOf, open, seen, startWebKit, type WebKitProcess } from './browser.ts';

// WebKitGTK over WebDriver: Playwright drives only a WebKit of its own build. It is Safari's engine, not Safari.

const test = base.extend<{ webkit: WebKitProcess['driver'] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  webkit: async ({}, use) => {
    const webkit = await startWebKit();
    await use(webkit.driver);
    await webkit.stop();
  },
});

test('a visitor reads Home and goes on to News', async ({ webkit, portal }) => {
  const version = String((await webkit.getCapabilities()).get('browserVersion'));
  test.info().annotations.push({ type: 'WebKitGTK', description: version });
  await open(webkit, portal.url);
  await webkit.wait(until.elementLocated(By.css('main h1')), 15_000);
  await webkit.wait(until.elementLocated(By.xpath('//main//*[contains(text(), "Fast Results")]')), 15_000);
  await (await seen(webkit, 'button', 'Company')).click();
  await (await seen(webkit, 'a', 'News & Events')).click();
  await webkit.wait(until.urlIs(`${portal.url}/news`), 15_000);
  await webkit.wait(until.elementLocated(By.css('main article')), 15_000);
  expect(await complaintsOf(webkit)).toEqual([]);
});

test('what a page complains about is noticed', async ({ webkit, portal }) => {
  await open(webkit, portal.url);
  await webkit.wait(until.elementLocated(By.css('main h1')), 15_000);
  await webkit.executeScript(`
    console.error('a complaint');
    document.createElement('img').src = 'http://elsewhere.example/picture.png';
    setTimeout(() => { throw new Error('a mistake'); });`);
  await expect.poll(() => complaintsOf(webkit)).toHaveLength(3);
  const complaints = (await complaintsOf(webkit)).join('\n');
  expect(complaints).toContain('error: a complaint');
  expect(complaints).toContain('policy: img-src http://elsewhere.example');
  expect(complaints).toContain('a mistake');
});

for (const [role, title] of [
  ['admin', 'Admin Panel'],
  ['investor', 'Investor Dashboard'],
  ['customer', 'Customer Dashboard'],
  ['developer', 'Developer Dashboard'],
] as const)
  test(`somebody signs in by mail and has the overview of the ${role}`, async ({ webkit, portal }) => {
    const email = `${role}@cytocomm.example`;
    const before = (await mailsTo(portal.mailUrl, email)).length;
    await open(webkit, `${portal.url}/investors`);
    await (await seen(webkit, 'button', 'Investor Portal Login')).click();
    const field = await webkit.wait(until.elementLocated(By.css('[role=dialog] input[type=email]')), 15_000);
    await webkit.wait(until.elementIsVisible(field), 15_000);
    await field.sendKeys(email, Key.ENTER);
    await seen(webkit, '*', '✅ A secure login link has been sent to your email.');
    expect(await complaintsOf(webkit)).toEqual([]);

    await open(webkit, linkIn(await waitForMail(portal.mailUrl, email, before + 1)));
    await webkit.wait(until.elementLocated(By.xpath('//main//*[starts-with(normalize-space(), "Welcome, ")]')), 15_000);
    await open(webkit, `${portal.url}/dashboard/${role}`);
    await seen(webkit, '*[self::h1 or self::h2 or self::h3]', title);
    expect(await complaintsOf(webkit)).toEqual([]);
  });
