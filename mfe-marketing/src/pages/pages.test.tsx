import type { PageProps } from '@cytocomm/contract';
import { RETENTION, remoteConfigSchema } from '@cytocomm/contract';
import { MemoryRouter, StaticRouter } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import type { ComponentType } from 'react';
// biome-ignore lint/style/noRestrictedImports: the test plays the server that prerenders
import { renderToString } from 'react-dom/server';
import config from '../../remote.config.ts';
import About from './About.tsx';
import Accessibility from './Accessibility.tsx';
import AlertConfirm from './AlertConfirm.tsx';
import AlertUnsubscribe from './AlertUnsubscribe.tsx';
import Careers from './Careers.tsx';
import CellLines from './CellLines.tsx';
import Clinical from './Clinical.tsx';
import Contact from './Contact.tsx';
import Home from './Home.tsx';
import Investors from './Investors.tsx';
import News from './News.tsx';
import Partners from './Partners.tsx';
import Platform from './Platform.tsx';
import Preclinical from './Preclinical.tsx';
import Privacy from './Privacy.tsx';
import Software from './Software.tsx';

const pages: Readonly<Record<string, ComponentType<PageProps>>> = {
  Home,
  Platform,
  Preclinical,
  CellLines,
  Software,
  Clinical,
  About,
  News,
  Partners,
  Investors,
  Careers,
  Contact,
  Privacy,
  Accessibility,
  AlertConfirm,
  AlertUnsubscribe,
};
const { routes, links } = remoteConfigSchema.parse(config).contributions;
const each = routes.map(({ path, component }) => [path, component] as const);

const portal = startFakePortal();
beforeEach(() => {
  // axe looks for icon fonts by drawing, which jsdom cannot.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  portal.server.use(http.get('/api/press-releases', () => HttpResponse.json({ items: [], nextCursor: null })));
});

function pageOf(component: string): ComponentType<PageProps> {
  const Page = pages[component];
  if (!Page) throw new Error(`no page ${component}`);
  return Page;
}

/** Lighthouse's list for English: https://developer.chrome.com/docs/lighthouse/seo/link-text. */
const SAYS_NOTHING = [
  'click here',
  'click this',
  'go',
  'here',
  'information',
  'learn more',
  'more',
  'more info',
  'more information',
  'right here',
  'read more',
  'see more',
  'start',
  'this',
];

function show(component: string) {
  const Page = pageOf(component);
  return renderRemote(<Page />);
}

it('the privacy notice names every period that the services delete by', () => {
  const { container } = show('Privacy');
  const text = container.textContent ?? '';
  for (const [name, period] of Object.entries(RETENTION)) {
    const unit = /Days$/.test(name) ? 'days' : /Hours$/.test(name) ? 'hours' : 'minutes';
    expect(text).toContain(`${period} ${unit}`);
  }
});

it('contributes the addresses and menus of the specification, and the notices of the footer', () => {
  const publicRoutes = routes.filter((route) => route.public && !('unlisted' in route));
  expect(publicRoutes.map(({ path }) => path)).toEqual([
    '/',
    '/platform',
    '/preclinical',
    '/cell-lines',
    '/software',
    '/wearables',
    '/about',
    '/news',
    '/partners',
    '/investors',
    '/careers',
    '/contact',
    '/privacy',
    '/accessibility',
  ]);
  expect(publicRoutes.every((route) => (route.description ?? '').length > 40)).toBe(true);
  const labels = (group: string) =>
    links
      .filter((link) => link.group === group)
      .sort((one, other) => one.order - other.order)
      .map(({ label }) => label);
  expect(labels('top')).toEqual(['Home']);
  expect(labels('technology')).toEqual(['Platform', 'Preclinical', 'Cell Lines', 'Software', 'Clinical']);
  expect(labels('company')).toEqual(['About', 'News & Events', 'Partners', 'Investors', 'Careers', 'Contact']);
  expect(labels('legal')).toEqual(['Privacy', 'Accessibility']);
});

describe.each(each)('%s', (path, component) => {
  it('renders on a server and is taken over by the browser without a difference', async () => {
    const Page = pageOf(component);
    const complaints: unknown[] = [];
    const host = document.createElement('div');
    document.body.append(host);
    host.innerHTML = renderToString(
      <StaticRouter location={path}>
        <Page />
      </StaticRouter>,
    );
    render(
      <MemoryRouter initialEntries={[path]}>
        <Page />
      </MemoryRouter>,
      { container: host, hydrate: true, onRecoverableError: (error) => complaints.push(error) },
    );
    await act(async () => undefined);
    expect(complaints).toEqual([]);
    expect(host.querySelector('[style]')).toBeNull();
  });

  it('has no link whose text says nothing, as search engines read it', async () => {
    show(component);
    await act(async () => undefined);
    const texts = screen.queryAllByRole('link').map((link) => (link.textContent ?? '').trim().toLowerCase());
    expect(texts.filter((text) => SAYS_NOTHING.includes(text))).toEqual([]);
  });

  it('has one first-level heading, an outline without gaps, and no fault that axe can see', async () => {
    const { container } = show(component);
    await act(async () => undefined);
    const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
    // jsdom lays nothing out, so contrast is the browser tests' to measure.
    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});

describe('Home', () => {
  it('has its blocks in the order of the specification', () => {
    const { container } = show('Home');
    const text = container.textContent ?? '';
    const marks = [
      'Fast Results',
      'More Data',
      'Real-Time Data',
      'Lower Costs',
      'Contact Us',
      'Cytocomm Platform',
      'Cytocomm Preclinical',
      'Accelerate Drug Development',
      'Play the video',
      'Learn More',
      'Comprehensive Cellular Data',
      'Actionable Analytics',
      'Real-Time Monitoring',
      'Join the Team',
      'Full Name',
    ];
    const places = marks.map((mark) => text.indexOf(mark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('leads where its buttons say', () => {
    show('Home');
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(target('Learn')).toBe('/platform');
    expect(target('Contact Us')).toBe('/contact');
    expect(target('Join the Team')).toBe('/careers');
  });

  it('lets what floats be stopped', async () => {
    const { container, user } = show('Home');
    const field = container.querySelector('.field');
    await user.click(screen.getByRole('button', { name: 'Stop the motion' }));
    expect(field).toHaveAttribute('data-still');
    await user.click(screen.getByRole('button', { name: 'Start the motion' }));
    expect(field).not.toHaveAttribute('data-still');
  });

  it('has fifteen floating circles, hidden from screen readers', () => {
    const { container } = show('Home');
    expect(container.querySelectorAll('.field > .cell')).toHaveLength(15);
    expect(container.querySelector('.field')).toHaveAttribute('aria-hidden', 'true');
  });
});

it.each([
  ['Platform', 'Contact Our Team'],
  ['CellLines', 'Start a Discussion'],
  ['Software', 'Book a Demo'],
])('%s leads to the contact page by %s', (component, name) => {
  show(component);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/contact');
});

it('Platform says what the product is not, and marks the 30 days as the company’s claim', () => {
  show('Platform');
  const notice = screen.getByRole('complementary', { name: 'For preclinical animal research only' });
  expect(notice).toHaveTextContent('not offered for human use and is not approved by any regulator');
  const claim = screen.getByRole('heading', { name: 'Monitoring for up to 30 days' }).closest('li');
  expect(claim).toHaveTextContent('Company claim');
});

it('Preclinical compares in a real table and names the three benefits', () => {
  show('Preclinical');
  const table = screen.getByRole('table', { name: 'Traditional studies and studies with Cytocomm' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['In a study', 'Traditional study', 'Study with Cytocomm']);
  expect(within(table).getAllByRole('rowheader').length).toBeGreaterThan(3);
  for (const name of ['Longitudinal Insight', 'Fewer Animals', 'Immediate Feedback'])
    expect(screen.getByRole('heading', { name })).toBeVisible();
});

it('Software marks what is coming', () => {
  show('Software');
  const point = screen.getByRole('heading', { name: 'Advanced analytics' }).closest('li');
  expect(point).toHaveTextContent('Coming soon');
  expect(screen.getAllByText('Coming soon')).toHaveLength(1);
});

it('Investors opens the sign-in with the dashboard as its target', async () => {
  const { user } = show('Investors');
  await user.click(screen.getByRole('button', { name: 'Investor Portal Login' }));
  expect(useSession.getState().signIn).toEqual({ open: true, returnTo: '/dashboard' });
});

it('Careers has two openings, and both lead to the contact page', () => {
  show('Careers');
  for (const title of ['Biomedical Engineer', 'Data Scientist'])
    expect(screen.getByRole('link', { name: `Apply for this position: ${title}` })).toHaveAttribute('href', '/contact');
  expect(screen.getByText('Buffalo, New York, on-site')).toBeVisible();
  expect(screen.getByText(/equal opportunity employer/)).toBeVisible();
});

it('Partners has six tiles', () => {
  show('Partners');
  expect(screen.getAllByText('Partner to be announced')).toHaveLength(6);
});

it('Contact names the ways to reach the company', () => {
  show('Contact');
  expect(screen.getByText('Buffalo, New York')).toBeVisible();
  expect(screen.getByRole('link', { name: 'info@cytocomm.example' })).toHaveAttribute(
    'href',
    'mailto:info@cytocomm.example',
  );
  expect(screen.getByRole('link', { name: '+1 (716) 555-0142' })).toHaveAttribute('href', 'tel:+17165550142');
  expect(screen.getByRole('link', { name: 'Cytocomm on LinkedIn' })).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('textbox', { name: 'Subject' })).toBeVisible();
});
