import { addressOf, listPressReleases } from '@cytocomm/contract';
import { expectGoodLooksInBothThemes } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { expectSaved, expectSubmitted, pressReleaseForm, textField, titleField } from '../fixtures/press-releases.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test('two people write one release: nothing of either is lost, and readers get what is published', async ({
  browser,
  portal,
  records,
}) => {
  const emails = [await newPerson(records, 'admin'), await newPerson(records, 'admin')];
  const [one, other] = [
    await newSessionOf(browser, portal, emails[0] ?? ''),
    await newSessionOf(browser, portal, emails[1] ?? ''),
  ];
  const [ada, bob] = [await one.newPage(), await other.newPage()];
  const published = async () => (await ada.request.get(portal.url + addressOf(listPressReleases))).text();

  await ada.goto(`${portal.url}/dashboard/admin/releases`);
  await ada.getByRole('link', { name: 'New release' }).click();
  await titleField(ada).fill('Written by one');
  await textField(ada).fill('The first sentence.');
  await expectSaved(ada);
  await expect(ada).toHaveURL(/\/releases\/[0-9a-f]{24}\/edit$/);
  await expectGoodLooksInBothThemes(ada);

  // A reader is shown what somebody else saves, so she writes before, and saves after.
  await one.setOffline(true);
  await textField(ada).press('End');
  await textField(ada).pressSequentially(' The second one.');
  await bob.goto(ada.url());
  await titleField(bob).fill('Written by two');
  await expectSaved(bob);
  await one.setOffline(false);
  const versions = ada.getByRole('region', { name: 'Two versions' });
  await expect(versions).toContainText(emails[1] ?? '');
  await expect(versions.locator('ins').first()).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await versions.getByRole('button', { name: 'Take theirs' }).click();
  await expect(titleField(ada)).toHaveValue('Written by two');
  await expectGoodLooksInBothThemes(ada);
  await ada.getByRole('button', { name: 'Continue with it' }).click();
  await versions.getByRole('button', { name: 'Keep mine' }).click();
  await expect(titleField(ada)).toHaveValue('Written by one');
  await expect(textField(ada)).toHaveText('The first sentence. The second one.');
  await expectSaved(ada);
  await titleField(ada).fill('Written by two');
  await expectSaved(ada);

  await one.setOffline(true);
  await textField(ada).press('End');
  await textField(ada).pressSequentially(' The third.');
  await expect(ada.getByText(/kept in this browser until it is saved/)).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await one.setOffline(false);
  await expectSaved(ada);
  expect(await published()).not.toContain('Written by two');

  await pressReleaseForm(ada).getByRole('radio', { name: 'Now' }).check();
  await pressReleaseForm(ada).getByRole('button', { name: 'Publish' }).click();
  await expectSubmitted(ada);
  expect(await published()).toContain('The first sentence. The second one. The third.');
  await expect(ada.getByRole('link', { name: 'Written by two', exact: true })).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await records.collection('press_releases').deleteMany({ title: 'Written by two' });
  await Promise.all([one.close(), other.close()]);
});

test('a release that is deleted while it is written becomes a new draft, after a reload and from the open form', async ({
  browser,
  portal,
  records,
}) => {
  const one = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const other = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const [ada, bob] = [await one.newPage(), await other.newPage()];
  const deleteIt = async () => {
    await bob.goto(`${portal.url}/dashboard/admin/releases?q=Deleted%20meanwhile`);
    await bob.getByRole('button', { name: 'Delete Deleted meanwhile' }).click();
    await bob.getByRole('button', { name: 'Delete press release' }).click();
    await expect(bob.getByText('Press release deleted')).toBeVisible();
  };
  const deleted = ada.getByText('Somebody deleted this release meanwhile.');
  const saveAsNew = ada.getByRole('button', { name: 'Save as a new draft' });

  await ada.goto(`${portal.url}/dashboard/admin/releases/new`);
  await titleField(ada).fill('Deleted meanwhile');
  await textField(ada).fill('The first sentence.');
  await expectSaved(ada);
  await expect(ada).toHaveURL(/\/releases\/[0-9a-f]{24}\/edit$/);
  const first = ada.url();
  await deleteIt();
  await textField(ada).press('End');
  await textField(ada).pressSequentially(' The second one.');
  await expect(deleted).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await ada.reload();
  await expect(ada.getByText('“Deleted meanwhile” did not reach the portal.')).toBeVisible();
  await expectGoodLooksInBothThemes(ada);
  await saveAsNew.click();
  await expect(textField(ada)).toHaveText('The first sentence. The second one.');
  await expect(ada).not.toHaveURL(first);

  const second = ada.url();
  await deleteIt();
  // Nothing was typed: that it is gone comes over the live connection.
  await expect(deleted).toBeVisible();
  await saveAsNew.click();
  await expect(ada).not.toHaveURL(second);
  await expect(textField(ada)).toHaveText('The first sentence. The second one.');
  await expect(ada.locator(':focus')).toHaveCount(1);
  await expect(deleted).toHaveCount(0);
  expect(await ada.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved')))).toEqual([]);
  await records.collection('press_releases').deleteMany({ title: 'Deleted meanwhile' });
  await Promise.all([one.close(), other.close()]);
});
