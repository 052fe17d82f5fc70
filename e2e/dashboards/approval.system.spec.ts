import { addressOf, listPressReleases } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { expectGoodLooksInBothThemes } from '../fixtures/look.ts';
import { mailsTo } from '../fixtures/mail.ts';
import { newPerson } from '../fixtures/people.ts';
import { deleteDataDir, newDataDir, startPortal } from '../fixtures/portal-process.ts';
import { expectSaved, expectSubmitted, pressReleaseForm, textField, titleField } from '../fixtures/press-releases.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

const button = (page: Page, name: string) => pressReleaseForm(page).getByRole('button', { name, exact: true });

test('a press release appears when another admin has approved exactly what is published', async ({ browser }) => {
  const dataDir = newDataDir();
  const portal = await startPortal(dataDir, { RELEASE_APPROVAL: 'yes' });
  const client = await MongoClient.connect(portal.mongoUri);
  try {
    const emails = [await newPerson(client.db(), 'admin'), await newPerson(client.db(), 'admin')] as const;
    const [ada, bob] = [
      await (await newSessionOf(browser, portal, emails[0])).newPage(),
      await (await newSessionOf(browser, portal, emails[1])).newPage(),
    ];
    const published = async () => (await ada.request.get(portal.url + addressOf(listPressReleases))).text();

    await ada.goto(`${portal.url}/dashboard/admin/releases/new`);
    await titleField(ada).fill('Seen by two');
    await textField(ada).fill('The first sentence.');
    await expectSaved(ada);
    await pressReleaseForm(ada).getByRole('radio', { name: 'Now' }).check();
    await expect(
      pressReleaseForm(ada).getByText('You edited this version, so another admin must approve it.'),
    ).toBeVisible();
    await expect(button(ada, 'Publish')).toHaveCount(0);
    await expectGoodLooksInBothThemes(ada);
    await button(ada, 'Ask for approval').click();
    const question = ada.getByRole('dialog', { name: 'Ask for approval?' });
    await question.getByLabel('Note (optional)').fill('Please look at the first sentence.');
    await expectGoodLooksInBothThemes(ada);
    await question.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(pressReleaseForm(ada).getByText('It waits for approval.')).toBeVisible();

    await expect.poll(async () => (await mailsTo(portal.mailUrl, emails[1])).at(-1)?.subject).toContain('approval');
    await bob.goto(`${portal.url}/dashboard/admin`);
    await expectGoodLooksInBothThemes(bob);
    // The demo's planned release waits, too.
    await bob.getByRole('link', { name: '2 press releases to approve' }).click();
    await expect(bob).toHaveURL(/status=asked/);
    await expectGoodLooksInBothThemes(bob);
    await bob.getByRole('link', { name: 'Seen by two', exact: true }).click();
    await expect(pressReleaseForm(bob).getByText('Please look at the first sentence.')).toBeVisible();
    await expectGoodLooksInBothThemes(bob);
    await button(bob, 'Decline').click();
    const refusal = bob.getByRole('dialog', { name: 'Decline this text?' });
    await refusal.getByLabel('What has to be changed').fill('Say when.');
    await refusal.getByRole('button', { name: 'Decline' }).click();
    await expect(pressReleaseForm(bob).getByText('You did not approve this.')).toBeVisible();

    await ada.reload();
    await expect(pressReleaseForm(ada).getByText('Say when.')).toBeVisible();
    await expectGoodLooksInBothThemes(ada);
    await textField(ada).press('End');
    await textField(ada).pressSequentially(' It is today.');
    await expectSaved(ada);
    await button(ada, 'Ask for approval').click();
    await question.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(pressReleaseForm(ada).getByText('It waits for approval.')).toBeVisible();

    await bob.reload();
    await button(bob, 'Approve').click();
    await expect(pressReleaseForm(bob).getByText('You approved this.')).toBeVisible();
    expect(await published()).not.toContain('Seen by two');
    await ada.reload();
    await expect(pressReleaseForm(ada).getByText(`${emails[1]} approved this.`)).toBeVisible();
    await expectGoodLooksInBothThemes(ada);
    await button(ada, 'Publish what was approved').click();
    await expectSubmitted(ada);
    expect(await published()).toContain('The first sentence. It is today.');
  } finally {
    await client.close();
    await portal.stop();
    deleteDataDir(dataDir);
  }
});

test('what somebody else saved before Publish is met as two texts, and published when one says so', async ({
  browser,
  portal,
  records,
}) => {
  const emails = [await newPerson(records, 'admin'), await newPerson(records, 'admin')] as const;
  const [ada, bob] = [
    await (await newSessionOf(browser, portal, emails[0])).newPage(),
    await (await newSessionOf(browser, portal, emails[1])).newPage(),
  ];
  const published = async () => (await ada.request.get(portal.url + addressOf(listPressReleases))).text();
  await ada.goto(`${portal.url}/dashboard/admin/releases/new`);
  await titleField(ada).fill('Overtaken at Publish');
  await textField(ada).fill('One sentence.');
  await expectSaved(ada);
  await pressReleaseForm(ada).getByRole('radio', { name: 'Now' }).check();
  await expectSaved(ada);
  await bob.goto(ada.url());
  await textField(bob).press('End');
  await textField(bob).pressSequentially(' Another one.');
  await expectSaved(bob);
  await button(ada, 'Publish').click();
  const versions = ada.getByRole('region', { name: 'Two versions' });
  await expect(versions.getByText(/Nothing of yours was published/)).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await versions.getByRole('button', { name: 'Copy both' }).click();
  await expect(ada.getByText('It is not published yet: read it, then publish it.')).toBeVisible();
  await expect(button(ada, 'Publish')).toBeFocused();
  await expectSaved(ada);
  await expectGoodLooksInBothThemes(ada);
  expect(await published()).not.toContain('Overtaken at Publish');
  await button(ada, 'Publish').focus();
  await ada.keyboard.press('Enter');
  await expectSubmitted(ada);
  expect(await published()).toContain('One sentence. Another one.');
  await records.collection('press_releases').deleteMany({ title: 'Overtaken at Publish' });
});
