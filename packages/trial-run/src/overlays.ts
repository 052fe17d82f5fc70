import { lookUntil } from './page-answers.ts';
import type { Fault, TrialTimes } from './plan.ts';
import type { WatchedPage } from './watched-page.ts';

const DIALOG = '[role=dialog], [role=alertdialog], dialog[open]';
/** How long a dialog may take to close, in ms. */
const CLOSE_MS = 3000;

/** Presses the frame's button that opens the sign-in. Resolves to whether there is one. */
export async function openOverlay({ page }: WatchedPage, { readyMs }: TrialTimes): Promise<boolean> {
  const button = page.locator('#main').getByRole('button', { name: 'Sign in', exact: true });
  try {
    await button.click({ timeout: readyMs });
    return true;
  } catch {
    return false;
  }
}

/** Presses Escape, and takes the focus from what had it. Returns what is wrong with how the overlay closes. */
export async function closeOverlay({ page }: WatchedPage, { answerMs }: TrialTimes): Promise<Fault[]> {
  await page.keyboard.press('Escape');
  const dialogs = page.locator(DIALOG).filter({ visible: true });
  const isClosed = await lookUntil(
    async () => ((await dialogs.count()) === 0 ? true : undefined),
    Math.min(CLOSE_MS, answerMs),
  );
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  if (isClosed) return [];
  return [
    {
      words: `it was not closed ${CLOSE_MS / 1000} s after Escape was pressed`,
      mend: 'call onClose on Escape, as the Dialog of the kit does, and show nothing while open is false',
    },
  ];
}
