import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { expect, test } from '../fixtures/test.ts';

// Another company's captcha by configuration. Its servers are played by this test; the page's policy is the real one.
test.use({ complaintsExpected: true });

/** What hCaptcha's script leaves behind, as far as the page uses it: a button that gives a new proof each time. */
const WIDGET = `let count = 0;
window.hcaptcha = {
  render(host, { sitekey, callback }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Solve for ' + sitekey;
    button.onclick = () => callback('proof-' + ++count);
    host.append(button);
    return '1';
  },
  remove() { document.querySelector('form [type=button]')?.remove(); },
};`;

test('a captcha of another provider: nothing of it before its form is near, checked on the server, closed when it is down', async ({
  page,
}) => {
  const requestedUrls: string[] = [];
  let up = true;
  const verify = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requestedUrls.push(new URLSearchParams(body).get('response') ?? '');
      if (up) response.end(JSON.stringify({ success: true, hostname: 'localhost' }));
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((ready) => verify.listen(0, '127.0.0.1', ready));
  const dataDir = newDataDir();
  const portal = await startPortal(dataDir, {
    CAPTCHA_PROVIDER: 'hcaptcha',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET: 'secret',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(verify.address() as AddressInfo).port}/siteverify`,
  });
  try {
    const loaded: string[] = [];
    await page.route('https://js.hcaptcha.com/**', (route) => {
      loaded.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: WIDGET });
    });
    await page.goto(`${portal.url}/platform`, { waitUntil: 'networkidle' });
    expect(loaded).toEqual([]);

    await page.goto(`${portal.url}/contact`);
    const form = page.getByRole('form', { name: 'Contact form' });
    const solve = form.getByRole('button', { name: 'Solve for site-key' });
    await expect(solve).toBeVisible();
    await form.getByLabel('Full Name').fill('Ada');
    await form.getByLabel('Email Address').fill('ada@example.org');
    await form.getByLabel('Message').fill('Hello');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toHaveText('Please verify that you are not a robot!');
    expect(requestedUrls).toEqual([]);

    up = false;
    await solve.click();
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toContainText('The captcha cannot be checked right now.');
    await expect(form.getByLabel('Message')).toHaveValue('Hello');

    up = true;
    await solve.click();
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Message sent successfully!')).toBeVisible();
    expect(requestedUrls).toEqual(['proof-1', 'proof-2']);
  } finally {
    await portal.stop();
    deleteDataDir(dataDir);
    verify.close();
  }
});
