import { addressOf, countAlertAudience, readWaitingReports, type WaitingReports } from '@cytocomm/contract';
import type { Page } from '@playwright/test';
import { changes, controlAnswers, REASONS, readsOf } from '../fixtures/answers.ts';
import { hasFocus } from '../fixtures/keyboard.ts';
import { MAX_SHIFT, shiftsOf, waitUntilSettled, watchShifts } from '../fixtures/layout-shifts.ts';
import {
  besidesNetwork,
  button,
  expectNoOverflow,
  expectStateLooks,
  expectStateLooksInBothThemes,
  form,
  main,
  SCREENS,
  status,
} from '../fixtures/look.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test, watchConsole } from '../fixtures/test.ts';

const REPORTS = addressOf(readWaitingReports);
const TITLES = ['First quarter', 'Second quarter', 'The-third-quarter'.repeat(10), 'Fourth quarter', 'Year'];
const nothing: WaitingReports = { documents: [], goesOutAt: null };
const several: WaitingReports = {
  documents: TITLES.map((title, number) => ({ id: String(number).repeat(24), title })),
  goesOutAt: '2031-03-01T08:00:00.000Z',
};

for (const screen of SCREENS)
  test(`at ${screen.viewport.width} px the mail about new reports moves nothing while it is asked for, fails, heals, and stays while it cannot be sent`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', {
      ...screen,
      reducedMotion: 'no-preference',
    });
    const measuresShifts = browser.browserType().name() === 'chromium';
    if (measuresShifts) await watchShifts(context);
    const page = await context.newPage();
    const complaints = watchConsole(page);
    const stands = async (state: string) => {
      if (!measuresShifts) return;
      const { sum, moved } = await shiftsOf(page);
      expect.soft(sum, `what moves, ${state}: ${moved.join()}`).toBeLessThanOrEqual(MAX_SHIFT);
    };
    const open = async () => {
      await page.goto(`${portal.url}/dashboard/admin/documents/new`);
      await expect(form(page, 'Upload documents')).toBeVisible();
    };
    const waiting = main(page).getByText(/^Goes out to 1,200 people at /);
    const { answerReports, answerChanges } = await controlAll(page);

    await test.step('nothing waits', async () => {
      await answerReports('silence');
      await open();
      await expect(button(form(page, 'Upload documents'), 'Upload')).toBeEnabled();
      await answerReports(nothing);
      await waitUntilSettled(page, 2);
      await stands('nothing waits');
      await expect(waiting).toHaveCount(0);
    });

    await test.step('several wait', async () => {
      await answerReports(several);
      await open();
      await expect(waiting).toBeVisible();
      await expect(main(page).getByText(/^One mail about 5 new reports: .* and 2 more\.$/)).toBeVisible();
      await waitUntilSettled(page, 2);
      await stands('several wait');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectStateLooksInBothThemes(page, 'several wait');
      await expectReadToItsEnd(page);
    });

    await test.step('several wait while the list is looked at', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await answerReports('silence');
      await page.goto(`${portal.url}/dashboard/admin/documents`);
      await expect(main(page).getByRole('link', { name: 'SOP 1: Preparing the capsule', exact: true })).toBeVisible();
      await answerReports(several);
      await expect(waiting).toBeInViewport({ ratio: 1 });
      await waitUntilSettled(page, 2);
      await stands('several wait while the list is looked at');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectStateLooksInBothThemes(page, 'several wait while the list is looked at');
      const send = button(main(page), 'Send now');
      await send.focus();
      await expect(send).toBeInViewport({ ratio: 1 });
      await open();
      await expect(waiting).toBeVisible();
    });

    await test.step('it cannot be sent or stopped', async () => {
      const send = button(main(page), 'Send now');
      await answerChanges('failure');
      await send.press('Enter');
      await expect(page.getByText(`The mail was not sent. ${REASONS.failure}`).last()).toBeVisible();
      await expect(send).toBeFocused();
      await answerChanges('by itself');
      await context.setOffline(true);
      await button(main(page), 'Do not send').press('Enter');
      await expect(page.getByText('The mail was not stopped. The portal cannot be reached.').last()).toBeVisible();
      await expect(button(main(page), 'Do not send')).toBeFocused();
      await expect(waiting).toBeVisible();
      await expectStateLooks(page, 'offline');
      await context.setOffline(false);
      await expect(status(page, 'Live')).toBeVisible();
    });

    await test.step('it cannot be read, and then it can', async () => {
      await answerReports('failure');
      await open();
      const failed = main(page).getByRole('alert').filter({ hasText: 'could not be read.' });
      await expect(failed).toContainText(REASONS.failure);
      await expect(form(page, 'Upload documents')).toBeVisible();
      await expectStateLooksInBothThemes(page, 'failed');
      await answerReports(several);
      await main(page)
        .getByRole('button', { name: /^(Retry|Try again)$/ })
        .press('Enter');
      await expect(waiting).toBeVisible();
      await expect(failed).toHaveCount(0);
      expect(await hasFocus(page), 'Retry keeps the focus').toBe(true);
    });
    expect(besidesNetwork(complaints)).toEqual([]);
    await context.close();
  });

for (const [width, height] of [
  [390, 844],
  [780, 360],
] as const)
  test(`at ${width} × ${height} px a chosen document, what could not be done to it, the mail that waits and what is told all have room`, async ({
    browser,
    portal,
  }) => {
    const context = await contextOf(browser, portal, 'admin@cytocomm.example', { viewport: { width, height } });
    const page = await context.newPage();
    const { answerReports, answerChanges } = await controlAll(page);
    await answerReports(several);
    await page.goto(`${portal.url}/dashboard/admin/documents`);
    const waiting = main(page).getByText(/^Goes out to 1,200 people at /);
    await expect(waiting).toBeVisible();
    const choice = main(page).getByRole('checkbox', { name: 'Select SOP 1: Preparing the capsule', exact: true });
    await choice.press('Space');
    const bar = page.getByRole('region', { name: 'Selected documents' });
    await expect(bar).toContainText('1 selected');

    await answerChanges('failure');
    await bar.getByLabel('Who may read them').selectOption('Public');
    await button(bar, 'Change visibility').click();
    await button(page.getByRole('dialog'), 'Change visibility').click();
    await expect(status(page, '1 could not be changed')).toBeInViewport();
    await button(main(page), 'Do not send').press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'The mail was not stopped.' });
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page, 'all at once');
    // Nothing lies over them.
    await choice.click({ trial: true });
    await waiting.click({ trial: true });
    await button(status(page, '1 could not be changed'), 'Close').click({ trial: true });
    await context.close();
  });

/** The titles are not cut, however many lines they have; what sends or stops their mail is in sight meanwhile. */
async function expectReadToItsEnd(page: Page): Promise<void> {
  const titles = main(page).getByText(/^One mail about 5 new reports: /);
  const send = button(main(page), 'Send now');
  await expect(send).toBeInViewport({ ratio: 1 });
  expect(await titles.evaluate((words) => words.scrollHeight - words.clientHeight)).toBeLessThanOrEqual(0);
  await titles.hover();
  await page.mouse.wheel(0, 1000);
  const edges = async () => {
    const [words, buttons] = [await titles.boundingBox(), await send.boundingBox()];
    return words === null || buttons === null ? Number.NaN : words.y + words.height - buttons.y;
  };
  await expect.poll(edges, { message: 'the end of the titles is above the buttons' }).toBeLessThanOrEqual(0);
  await expect(send).toBeInViewport({ ratio: 1 });
}

/** Takes over which reports wait, whom their mail reaches, and what is changed. */
async function controlAll(page: Page) {
  await (await controlAnswers(page, readsOf(countAlertAudience.path)))({ recipients: 1200 });
  return {
    answerReports: await controlAnswers(page, readsOf(REPORTS)),
    answerChanges: await controlAnswers(page, changes),
  };
}
