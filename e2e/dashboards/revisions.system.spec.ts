import { expectAccessible } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { expectSaved, textField, titleField } from '../fixtures/press-releases.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

for (const { width, height, colorScheme } of [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)
  test(`an earlier text is compared and taken back by keyboard at ${width} px, in the ${colorScheme} theme`, async ({
    browser,
    portal,
    records,
  }) => {
    const look = { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' } as const;
    const [first, second] = [await newPerson(records, 'admin'), await newPerson(records, 'admin')];
    const one = await newSessionOf(browser, portal, first, look);
    const other = await newSessionOf(browser, portal, second, look);
    const [ada, bob] = [await one.newPage(), await other.newPage()];
    await ada.goto(`${portal.url}/dashboard/admin/releases/new`);
    await titleField(ada).fill(`Kept at ${width}`);
    await textField(ada).fill(`${'A sentence that stays. '.repeat(120)}The pilot study begins in spring.`);
    await expectSaved(ada);
    await expect(ada).toHaveURL(/\/releases\/[0-9a-f]{24}\/edit$/);
    await bob.goto(ada.url());
    await textField(bob).fill(`${'A sentence that stays. '.repeat(120)}The pilot study ends in autumn.`);
    await expectSaved(bob);
    await one.close();

    const button = bob.getByRole('button', { name: 'Revisions' });
    await button.focus();
    await bob.keyboard.press('Enter');
    const dialog = bob.getByRole('dialog', { name: 'Revisions' });
    const revision = dialog.getByRole('radio', { name: new RegExp(first) });
    await expect(revision).toBeChecked();
    const difference = dialog.getByRole('region', { name: 'Difference to the present text' });
    await expect(difference.locator('del').first()).toHaveText('begins');
    await expect(difference.locator('ins').first()).toHaveText('ends');
    // However long the text is.
    await expect(difference.locator('del').first()).toBeInViewport({ ratio: 1 });
    await expectAccessible(bob);
    expect(await bob.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await bob.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();

    await bob.keyboard.press('Enter');
    await expect(revision).toBeChecked();
    await dialog.getByRole('button', { name: 'Restore this text' }).focus();
    await bob.keyboard.press('Enter');
    const question = bob.getByRole('dialog', { name: 'Restore this text?' });
    await expectAccessible(bob);
    await question.getByRole('button', { name: 'Restore it' }).focus();
    await bob.keyboard.press('Enter');
    await expect(textField(bob)).toContainText('The pilot study begins in spring.');
    await expect(bob.getByText(/^The earlier text is back\./)).toBeVisible();
    await bob.reload();
    await expect(textField(bob)).toContainText('The pilot study begins in spring.');
    await bob.getByRole('button', { name: 'Revisions' }).click();
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await records.collection('press_releases').deleteMany({ title: `Kept at ${width}` });
    await other.close();
  });
