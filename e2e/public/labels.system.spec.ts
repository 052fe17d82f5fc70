import type { Page } from '@playwright/test';
import { MAX_SHIFT } from '../fixtures/layout-shifts.ts';
import { SIZES } from '../fixtures/public-site.ts';
import { expect, test } from '../fixtures/test.ts';

interface Expected {
  /** Exact texts that can be seen. */
  readonly texts: readonly string[];
  /** Links of the page with their exact labels. */
  readonly links?: Readonly<Record<string, string>>;
  /** How many of something there are. */
  readonly count?: readonly [selector: string, number];
}

/** The specification's pages, sections 2 and 5, with the labels that it names. */
const PAGES: Readonly<Record<string, Expected>> = {
  '/': {
    texts: [
      ...['Fast Results', 'More Data', 'Real-Time Data', 'Lower Costs'],
      ...['Cytocomm Platform', 'Cytocomm Preclinical', 'Accelerate Drug Development'],
      ...['Comprehensive Cellular Data', 'Actionable Analytics', 'Real-Time Monitoring'],
      ...['Full Name', 'Email Address', 'Message'],
    ],
    links: { Learn: '/platform', 'Contact Us': '/contact', 'Learn More': '/preclinical', 'Join the Team': '/careers' },
    count: ['[class*=FloatingCells-cell]', 15],
  },
  '/platform': {
    texts: ['Living cells act as biosensors under the skin', 'Monitoring for up to 30 days', 'Company claim'],
    links: { 'Contact Our Team': '/contact' },
  },
  '/preclinical': {
    texts: [
      ...['Traditional studies and studies with Cytocomm', 'A use case in oncology'],
      ...['Longitudinal Insight', 'Fewer Animals', 'Immediate Feedback'],
    ],
    links: { 'Contact us about a study': '/contact' },
    count: ['main table', 1],
  },
  '/cell-lines': {
    texts: [
      'Engineered biosensor cell lines',
      ...['Oncology drug testing', 'Gene expression monitoring', 'Immunology and inflammation', 'Toxicology screening'],
    ],
    links: { 'Start a Discussion': '/contact' },
  },
  '/software': {
    texts: [
      ...['Real-time visualization', 'Secure cloud storage', 'Device management', 'Advanced analytics', 'Coming soon'],
      'Remote access from a browser',
      ...['AI signal analysis', 'Timeline comparison', 'Alert triggers', 'Integration with clinical records'],
    ],
    links: { 'Book a Demo': '/contact' },
  },
  '/wearables': { texts: ['What comes first'], links: { 'Talk to us about research': '/contact' } },
  '/about': {
    texts: ['Vision', 'What sets us apart', 'Mission', 'Our Team'],
    count: ['main button[aria-haspopup=dialog]', 9],
  },
  '/news': { texts: ['Read more'] },
  '/partners': { texts: ['Our partners'], links: { 'Propose a partnership': '/contact' } },
  '/investors': {
    texts: ['Reasons to invest', 'Investor Portal Login'],
    count: ['main ul button[aria-haspopup=dialog]', 5],
  },
  '/careers': {
    texts: [
      'Biomedical Engineer',
      'Data Scientist',
      'Buffalo, New York, on-site',
      'Remote/hybrid',
      'Equal opportunity',
    ],
  },
  '/contact': {
    texts: [
      'Full Name',
      'Email Address',
      'Subject',
      'Message',
      'Buffalo, New York',
      'info@cytocomm.example',
      '+1 (716) 555-0142',
    ],
  },
};

const technology = ['Platform', 'Preclinical', 'Cell Lines', 'Software', 'Clinical'];
const company = ['About', 'News & Events', 'Partners', 'Investors', 'Careers', 'Contact'];

async function checkPage(page: Page, { texts, links = {}, count }: Expected): Promise<void> {
  const main = page.getByRole('main');
  for (const text of texts) await expect.soft(main.getByText(text, { exact: true }).first()).toBeVisible();
  for (const [label, target] of Object.entries(links))
    await expect.soft(main.getByRole('link', { name: label, exact: true }).first()).toHaveAttribute('href', target);
  if (count) await expect.soft(page.locator(count[0])).toHaveCount(count[1]);
}

/** The layout shifts that a visitor sees from the first byte on. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const size of SIZES) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test('every page has its labels, nothing shifts, and nothing of a third party is asked for', async ({
      page,
      portal,
    }) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(portal.url) && request.url().startsWith('http')) elsewhere.push(request.url());
      });
      for (const [path, expected] of Object.entries(PAGES))
        await test.step(path, async () => {
          await page.goto(portal.url + path);
          await checkPage(page, expected);
          expect.soft(await layoutShift(page), `layout shift of ${path}`).toBeLessThanOrEqual(MAX_SHIFT);
        });
      expect(elsewhere).toEqual([]);
    });

    test('the footer has every page, the tagline, Email Alerts and the present year', async ({ page, portal }) => {
      await page.goto(`${portal.url}/about`);
      const footer = page.getByRole('contentinfo');
      const links = footer.getByRole('navigation', { name: 'Footer' }).getByRole('link');
      await expect(links).toHaveText([...technology, ...company]);
      for (const text of ['Technology', 'Company', 'Email Alerts', 'Cytocomm lets living cells report.'])
        await expect(footer.getByText(text, { exact: true })).toBeVisible();
      await expect(footer.getByRole('button', { name: 'Sign Up' })).toBeVisible();
      await expect(footer.getByText(`© ${new Date().getFullYear()} Cytocomm.`)).toBeVisible();
    });
  });
}
