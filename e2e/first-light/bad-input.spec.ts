import { linkIn, mailsTo, waitForMail } from '../fixtures/mail.ts';
import { makePdf } from '../fixtures/pdf.ts';
import { expect, signIn, test } from '../fixtures/test.ts';
import { openTool } from '../fixtures/tools.ts';

test.describe('sign-in', () => {
  test('an address that is not approved gets the same answer, and no mail', async ({ page, portal }) => {
    const answers: { status: number; body: string }[] = [];
    const before = (await mailsTo(portal.mailUrl, 'developer@cytocomm.example')).length;
    for (const email of ['nobody@elsewhere.example', 'developer@cytocomm.example']) {
      await page.goto(`${portal.url}/investors`);
      await page.getByRole('button', { name: 'Investor Portal Login' }).click();
      const answered = page.waitForResponse('**/api/auth/magic-link');
      await page.getByRole('dialog').getByRole('textbox').fill(email);
      await page.getByRole('dialog').getByRole('textbox').press('Enter');
      const response = await answered;
      answers.push({ status: response.status(), body: await response.text() });
      await expect(page.getByText('✅ A secure login link has been sent to your email.')).toBeVisible();
    }
    expect(answers[0]).toEqual(answers[1]);
    // The approved person's mail was asked for later: once it is here, another one would be here too.
    await waitForMail(portal.mailUrl, 'developer@cytocomm.example', before + 1);
    expect(await mailsTo(portal.mailUrl, 'nobody@elsewhere.example')).toEqual([]);
  });

  test('an empty address is told in the dialog', async ({ page, portal }) => {
    await page.goto(`${portal.url}/investors`);
    await page.getByRole('button', { name: 'Investor Portal Login' }).click();
    await page.getByRole('dialog').getByRole('textbox').press('Enter');
    await expect(page.getByText('Please enter your email.')).toBeVisible();
  });

  test('a spent link and an invented one: Invalid or expired sign-in link.', async ({ browser, page, portal }) => {
    await signIn(page, portal, 'investor@cytocomm.example');
    await expect(page).toHaveURL(/\/dashboard/);
    const spent = linkIn(await waitForMail(portal.mailUrl, 'investor@cytocomm.example'));
    for (const link of [spent, `${portal.url}/auth-handler#token=invented.token.here`]) {
      const other = await (await browser.newContext()).newPage();
      await other.goto(portal.url);
      await other.evaluate(() => localStorage.setItem('emailForSignIn', 'investor@cytocomm.example'));
      await other.goto(link);
      await expect(other.getByText('Invalid or expired sign-in link.').first()).toBeVisible();
      expect(other.url()).not.toContain('token');
    }
  });
});

test.describe('upload', () => {
  test.use({ complaintsExpected: true });

  test('without title or file, or with a file that is no PDF, nothing is stored', async ({ page, portal }) => {
    await signIn(page, portal, 'admin@cytocomm.example');
    await openTool(page, 'Documents');
    await page.getByRole('link', { name: 'New document' }).click();
    const form = page.getByRole('form', { name: 'Upload documents' });
    const stored = async () => {
      const answer = await page.request.get(`${portal.url}/api/documents?limit=100`);
      const { items }: { items: { title: string }[] } = await answer.json();
      return items.length;
    };
    await expect(form).toBeVisible();
    const before = await stored();

    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(form.getByText('Please provide a title and select a file.')).toBeVisible();

    await form.getByLabel('Title').fill('Only a title');
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(form.getByText('Please provide a title and select a file.')).toBeVisible();

    const disguised = {
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<script>alert(1)</script>'),
    };
    await form.locator('input[type=file]').setInputFiles(disguised);
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(form.getByText('Upload failed.')).toBeVisible();
    await expect(form.getByLabel('Title')).toHaveValue('Only a title');
    expect(await stored()).toBe(before);

    const right = { ...disguised, buffer: makePdf('A real one') };
    await form.getByRole('button', { name: 'Remove report.pdf' }).click();
    await form.locator('input[type=file]').setInputFiles(right);
    await form.getByRole('button', { name: 'Upload' }).click();
    await expect(form.getByText('✅ Document uploaded successfully!')).toBeVisible();
    expect(await stored()).toBe(before + 1);
  });
});
