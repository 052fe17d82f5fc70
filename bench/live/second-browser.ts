import { addressOf, mintIdToken, uploadDocument } from '@cytocomm/contract';
import type { Browser, Page } from 'playwright-core';
import { type Person, signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';

const ROUNDS = 50;

/** The investor's list, a tool with an address of its own. */
const REPORTS = '/dashboard/investor/reports';

async function openAt(path: string, browser: Browser, { url }: RunningPortal, { cookie }: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return { name, value, url };
    }),
  );
  const page = await context.newPage();
  await page.goto(url + path);
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

/** Uploads in the admin's page, as its form does. Gives when it began, by the machine's clock. */
function uploadIn(page: Page, title: string): Promise<number> {
  return page.evaluate(
    async ({ name, tokenUrl, uploadUrl }) => {
      const token = await fetch(tokenUrl, { method: 'POST' });
      const { idToken }: { readonly idToken: string } = await token.json();
      const form = new FormData();
      form.append('title', name);
      form.append('visibility', 'investor');
      form.append('file', new Blob(['%PDF-1.7\n', new Uint8Array(100_000)], { type: 'application/pdf' }), 'bench.pdf');
      const startedAt = performance.timeOrigin + performance.now();
      const answer = await fetch(uploadUrl, {
        method: 'POST',
        headers: { Authorization: `Bearer ${idToken}` },
        body: form,
      });
      if (answer.status !== 201) throw new Error(`the upload was answered with ${answer.status}`);
      return startedAt;
    },
    { name: title, tokenUrl: addressOf(mintIdToken), uploadUrl: addressOf(uploadDocument) },
  );
}

/** When a text first stands in the page, by the machine's clock. */
function seenIn(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.textContent?.includes(wanted)) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
}

/**
 * Two browsers side by side: an admin uploads in one, an investor looks at the other. Times in ms from the moment the
 * upload of 100 KB begins to be sent until its title stands in the investor's page.
 */
export async function timeSecondBrowser(browser: Browser, portal: RunningPortal): Promise<readonly number[]> {
  const admin = await openAt('/dashboard', browser, portal, await signIn(portal, 'admin@cytocomm.example'));
  const investor = await openAt(REPORTS, browser, portal, await signIn(portal, 'investor@cytocomm.example'));
  await investor.getByRole('heading', { name: 'Annual Reports (PDFs)' }).waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const title = `Report of round ${round}.`;
    const seen = seenIn(investor, title);
    const startedAt = await uploadIn(admin, title);
    times.push((await seen) - startedAt);
  }
  await admin.context().close();
  await investor.context().close();
  return times;
}
