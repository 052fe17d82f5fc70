import { pasteHtml } from '../fixtures/keyboard.ts';
import { expectGoodLooks, expectGoodLooksInBothThemes } from '../fixtures/look.ts';
import { newPerson } from '../fixtures/people.ts';
import { expectSaved, expectSubmitted, pressReleaseForm, textField, titleField } from '../fixtures/press-releases.ts';
import { sentJson } from '../fixtures/reports.ts';
import { newSessionOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** What Word puts onto the clipboard, cut to what this test looks at. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {font-family:"Calibri";} --></style></head><body lang=EN-US><!--StartFragment-->
<h1 style='color:red'>Results<o:p></o:p></h1>
<p class=MsoNormal>Cells beat <span style='font-weight:bold'>faster</span>.<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Seed</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp;</span>on glass</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><thead><tr>${[
  'Day',
  'Dish',
  'Before',
  'After',
  'Change',
  'Note',
]
  .map((name) => `<td width=200 style='width:150pt'><p class=MsoNormal><b>${name}<o:p></o:p></b></p></td>`)
  .join('')}</tr></thead><tr>${'<td><p class=MsoNormal>62<o:p></o:p></p></td>'.repeat(6)}</tr></table>
<!--EndFragment--></body></html>`;

test('a table pasted from Word is written on, published, and read on a desk and on a phone', async ({
  browser,
  portal,
  records,
}) => {
  const context = await newSessionOf(browser, portal, await newPerson(records, 'admin'));
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${portal.url}/dashboard/admin/releases/new`);
  const form = pressReleaseForm(page);
  const text = textField(page);
  await titleField(page).fill('Beats of six dishes');
  await text.click();
  await pasteHtml(text, WORD);

  await test.step('it keeps its headings, lists and cells', async () => {
    await expect(text.getByRole('heading', { level: 2, name: 'Results' })).toBeVisible();
    await expect(text.locator('ul ul li')).toHaveText('on glass');
    await expect(text.locator('strong')).toHaveText('faster');
    await expect(text.getByRole('columnheader')).toHaveText(['Day', 'Dish', 'Before', 'After', 'Change', 'Note']);
  });

  await test.step('a row is added by keyboard', async () => {
    await text.getByRole('cell').last().click();
    const bar = form.getByRole('toolbar', { name: 'Table' });
    await expect(text).toHaveAccessibleDescription(/Escape leaves the table/);
    await bar.getByRole('button', { name: 'Row above' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(bar.getByRole('button', { name: 'Row below' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
    // From the last cell of the second row to the first of the third.
    await page.keyboard.press('Tab');
    await page.keyboard.type('63');
    await expect(text.getByRole('row')).toHaveCount(3);
    await expect(text.getByRole('row').last().getByRole('cell').first()).toHaveText('63');
    await bar.getByRole('button', { name: 'Caption' }).click();
    await form.getByLabel('Caption of the table').fill('Beats a minute');
    await page.keyboard.press('Enter');
    await expect(text.locator('caption')).toHaveText('Beats a minute');
    await expectGoodLooksInBothThemes(page);
  });

  await test.step('where it is wider than the text, a shade says that it goes on', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const edgeWhenScrolledTo = async (place: 'start' | 'end') => {
      await text.evaluate((element, at) => {
        element.scrollIntoView({ block: 'center' });
        element.scrollLeft = at === 'start' ? 0 : element.scrollWidth;
      }, place);
      const box = await text.boundingBox();
      if (box === null) throw new Error('the text is not shown');
      // Above the table, where nothing is written.
      return page.screenshot({ clip: { x: box.x + box.width - 6, y: box.y + 4, width: 4, height: 4 } });
    };
    const goesOn = await edgeWhenScrolledTo('start');
    expect(goesOn.equals(await edgeWhenScrolledTo('end'))).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('what is saved is what is shown: another look finds nothing to save', async () => {
    await expectSaved(page);
    const written = await text.getByRole('table').innerText();
    await page.reload();
    await expect(text.getByRole('table')).toBeVisible();
    expect(await text.getByRole('table').innerText()).toBe(written);
    const stored = await records.collection('press_releases').findOne({ title: 'Beats of six dishes' });
    const saves: unknown[] = [];
    page.on('request', (request) => request.method() === 'PUT' && saves.push(sentJson(request)));
    await titleField(page).click();
    const cell = text.getByRole('cell').first();
    // On the page: Firefox scrolls to what gets the focus.
    const place = () => cell.evaluate((node) => node.getBoundingClientRect().top + window.scrollY);
    const before = await place();
    await cell.click();
    // Its buttons push nothing down that is under the pointer.
    await expect(form.getByRole('toolbar', { name: 'Table' })).toBeVisible();
    expect(await place()).toBe(before);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    await titleField(page).fill('Beats of six dishes, again');
    // However often it was saved meanwhile.
    const again = { title: 'Beats of six dishes, again', content: stored?.content };
    await expect.poll(() => saves.at(-1)).toMatchObject(again);
    await expectSaved(page);
    await expect(page.getByRole('region', { name: 'Two versions' })).toHaveCount(0);
  });

  let widths: readonly number[] = [];
  await test.step('the preview is as wide as the page that is read', async () => {
    await form.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    const article = dialog.frameLocator('iframe').getByRole('article');
    const widthOf = async () =>
      article.locator('h2', { hasText: 'Results' }).evaluate((heading) => heading.clientWidth);
    await expect(article.getByRole('table')).toBeVisible();
    const desk = await widthOf();
    await expectGoodLooksInBothThemes(page);
    await dialog.getByRole('button', { name: 'On a phone' }).click();
    await expect(article.getByRole('region', { name: 'Beats a minute' })).toBeVisible();
    widths = [desk, await widthOf()];
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
  });

  await form.getByRole('radio', { name: 'Now' }).check();
  await form.getByRole('button', { name: 'Publish' }).click();
  await expectSubmitted(page);

  await test.step('readers get it at both widths', async () => {
    const reader = await browser.newContext({ reducedMotion: 'reduce' });
    const news = await reader.newPage();
    for (const [place, width] of [1280, 390].entries()) {
      await news.setViewportSize({ width, height: 844 });
      await news.goto(`${portal.url}/news`);
      await news.getByRole('link', { name: 'Read more: Beats of six dishes, again' }).click();
      const article = news.getByRole('dialog').getByRole('article');
      await expect(article.getByRole('table', { name: 'Beats a minute' }).getByRole('row')).toHaveCount(3);
      const heading = article.locator('h2', { hasText: 'Results' });
      expect(await heading.evaluate((element) => element.clientWidth)).toBe(widths[place]);
      const box = article.getByRole('region', { name: 'Beats a minute' });
      if (width === 390) {
        await box.focus();
        await news.keyboard.press('ArrowRight');
        await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
      }
      await expectGoodLooks(news);
    }
    await reader.close();
  });
  await records.collection('press_releases').deleteMany({ title: 'Beats of six dishes, again' });
  await context.close();
});
