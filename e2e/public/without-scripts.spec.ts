import { waitForMail } from '../fixtures/mail.ts';
import { PUBLIC_PAGES, SIZES } from '../fixtures/public-site.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ javaScriptEnabled: false });
test.skip(({ browserName }) => browserName === 'firefox', 'over BiDi Playwright cannot turn scripts off');

test('every page can be read, people’s biographies and releases included', async ({ page, portal }) => {
  for (const path of PUBLIC_PAGES) {
    await page.goto(portal.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  await page.goto(`${portal.url}/about`);
  // Playwright's search by text leaves out what stands in <noscript>.
  const biography = page.locator('main noscript p').first();
  await expect(biography).toHaveText(/^This biography has not been supplied yet/);
  await expect(biography).toBeVisible();
  await page.goto(`${portal.url}/news`);
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Read more/ })
    .click();
  await expect(page).toHaveURL(/\/news\?release=[0-9a-f]{24}$/);
  await expect(page).toHaveTitle(`${title} · Cytocomm`);
  const article = page.locator('main noscript article');
  await expect(article).toContainText('not approved by any regulator');
  await expect(article).toBeVisible();
});

test.describe('an address without a page', () => {
  // Chromium notes every page that is answered with 404.
  test.use({ complaintsExpected: true });

  test('has a whole page that says so', async ({ page, portal }) => {
    const answer = await page.goto(`${portal.url}/no-such-page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page).toHaveURL(`${portal.url}/`);
  });
});

for (const size of SIZES)
  test(`the menus lead on at ${size.width} px`, async ({ page, portal }) => {
    await page.setViewportSize(size);
    await page.goto(portal.url);
    if (size.width > 768) {
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('button', { name: 'Technology' }).hover();
      await bar.getByRole('link', { name: 'Software' }).click();
      await expect(page).toHaveURL(`${portal.url}/software`);
      await bar.getByRole('button', { name: 'Company' }).focus();
      await expect(bar.getByRole('link', { name: 'Careers' })).toBeVisible();
    } else {
      await page.getByRole('link', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Software' }).click();
      await expect(page).toHaveURL(`${portal.url}/software`);
    }
  });

test('the contact form is sent by the browser and says how it ended', async ({ page, portal }) => {
  for (const path of ['/', '/contact']) {
    await page.goto(portal.url + path);
    const form = page.getByRole('form', { name: 'Contact form' });
    await form.getByLabel('Full Name').fill('Ada');
    await form.getByLabel('Email Address').fill('ada@example.org');
    await form.getByLabel('Message').fill('Hello');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL(`${portal.url}${path}#message-captcha`);
    await expect(form.getByText(/Please verify that you are not a robot!/)).toBeVisible();
    await expect(form.getByLabel('Full Name')).toHaveValue('Ada');
    await expect(form.getByLabel('Message')).toHaveValue('Hello');
    await expect(form.getByText('Message sent successfully!')).toBeHidden();
  }
});

test('e-mail alerts are asked for, confirmed and ended by plain forms', async ({ page, portal }) => {
  const email = `plain-${Date.now()}@example.org`;
  await page.goto(`${portal.url}/platform`);
  const form = page.getByRole('form', { name: 'Email Alerts' });
  await form.getByRole('textbox').fill(email);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(`${portal.url}/platform#alerts-done`);
  await expect(form.getByText('Almost there: open the link in the mail we just sent you.')).toBeVisible();

  const mail = await waitForMail(portal.mailUrl, email);
  const link = /http\S+\/alerts\/confirm\?token=[\w.-]+/.exec(mail.text)?.[0] ?? '';
  for (const words of ['Your e-mail alerts are confirmed.', 'Invalid or expired link']) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail alerts' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeHidden();
  }
  await page.goto(`${portal.url}/alerts/unsubscribe?token=invented`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('This link does not work', { exact: true })).toBeVisible();
});
