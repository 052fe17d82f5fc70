import { mailsTo, waitForMail } from '../fixtures/mail.ts';
import { pressReleaseWriter } from '../fixtures/press-releases.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const MESSAGE = { 'Full Name': 'Ada Lovelace', 'Email Address': 'ada@example.org', Message: 'Hello from a test.' };

test.describe('the contact form', () => {
  // A refused or failed call is a complaint in the console by definition.
  test.use({ complaintsExpected: true });

  test('asks for the captcha, keeps the text when sending fails, and says so when it is sent', async ({
    page,
    portal,
  }) => {
    await page.goto(`${portal.url}/contact`);
    const form = page.getByRole('form', { name: 'Contact form' });
    await expect(form.getByRole('checkbox', { name: 'I am not a robot' })).toBeVisible();
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Please enter your name.')).toBeVisible();
    await expect(form.getByLabel('Full Name')).toBeFocused();

    for (const [label, text] of Object.entries(MESSAGE)) await form.getByLabel(label).fill(text);
    await form.getByLabel('Subject').fill('A study');
    await form.getByLabel('Message').press('Tab');
    await form.getByRole('button', { name: 'Send Message' }).press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Please verify that you are not a robot!');

    const solve = async () => {
      await form.getByRole('checkbox', { name: 'I am not a robot' }).press('Space');
      await expect(form.getByText('Verified.')).toBeVisible();
    };
    await solve();
    await page.route('**/api/contact', (route) => route.abort('connectionrefused'));
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('alert')).toContainText('What you typed is still here.');
    await expect(form.getByLabel('Message')).toHaveValue(MESSAGE.Message);
    await page.unroute('**/api/contact');

    const before = (await mailsTo(portal.mailUrl, 'hello@cytocomm.example')).length;
    await solve();
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Message sent successfully!')).toBeVisible();
    await expect(form.getByLabel('Message')).toHaveValue('');
    const mail = await waitForMail(portal.mailUrl, 'hello@cytocomm.example', before + 1);
    expect(mail.text).toContain(MESSAGE.Message);
    expect(mail.subject).toContain('A study');
  });
});

test.describe('e-mail alerts', () => {
  test.use({ complaintsExpected: true });

  test('nothing before the link in the mail is pressed, once; one click in a mail ends them', async ({
    browser,
    page,
    portal,
  }) => {
    const email = `reader-${Date.now()}@example.org`;
    await page.goto(`${portal.url}/careers`);
    const form = page.getByRole('form', { name: 'Email Alerts' });
    await form.getByRole('textbox').fill(email);
    await form.getByRole('textbox').press('Enter');
    await expect(form.getByText('Almost there: open the link in the mail we just sent you.')).toBeVisible();
    const link =
      /http\S+\/alerts\/confirm\?token=[\w.-]+/.exec((await waitForMail(portal.mailUrl, email)).text)?.[0] ?? '';
    for (const title of ['Your e-mail alerts are confirmed.', 'Invalid or expired link']) {
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    }

    const admin = await contextOf(browser, portal, 'admin@cytocomm.example');
    const writer = pressReleaseWriter(admin, portal);
    const id = await writer.publish({ title: 'To subscribers', content: '<p>News.</p>', sendEmail: true });
    try {
      const { headers } = await waitForMail(portal.mailUrl, email, 2);
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      const [, address = ''] = /^<(http[^>]+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];
      const ended = await page.request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } });
      expect(ended.status()).toBe(200);
      await page.goto(address.replace('/api/', '/'));
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    } finally {
      await writer.remove(id);
      await admin.close();
    }
  });
});
