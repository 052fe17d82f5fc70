import type { Release } from '@cytocomm/contract';
import { linkFaults } from './claims.ts';

type Link = Release['contributions']['links'][number];

const LINK: Link = { group: 'company', label: 'Research', path: '/research', order: 100 };
const of = (links: readonly Partial<Link>[], name = 'mfe-research') => ({
  name,
  contributions: { routes: [], sections: [], overlays: [], links: links.map((link) => ({ ...LINK, ...link })) },
});
const placesOf = (...given: Parameters<typeof linkFaults>) => linkFaults(...given).map(({ place }) => place);

test.each<[string, Partial<Link>, string, RegExp]>([
  ['beside the logo', { group: 'top' }, 'group', /may not put a link into the menu top: ask/],
  ['in a menu of the portal', { group: 'technology' }, 'group', /menu technology/],
  ['before the portal’s own', { order: -1 }, 'order', /The order -1 is the portal's own/],
  ['among the portal’s own', { order: 99 }, 'order', /have 100 or more/],
  ['that reads like one of the portal', { label: 'Dashboard' }, 'label', /reads like the portal's own Dashboard/],
  ['that looks like one of the portal', { label: 'S1gn in' }, 'label', /own Sign in/],
  ['with a Cyrillic letter', { label: 'Invest\u043Ers' }, 'label', /plain punctuation/],
  ['of 300 letters', { label: 'x'.repeat(300) }, 'label', /longer than 30 letters/],
  ['of a blank', { label: ' ' }, 'label', /no words/],
  ['with markup', { label: '<b>Evil</b>' }, 'label', /has markup/],
  ['that turns the direction', { label: 'Evil\u202E' }, 'label', /plain punctuation/],
  ['that signs people out', { path: '/api/auth/logout' }, 'path', /may not lead to \/api\/auth\/logout/],
  ['that hides where it leads', { path: '/x/../api/auth/logout?a#b' }, 'path', /below \/api/],
  ['into the dashboard', { path: '/dashboard/admin' }, 'path', /below \/dashboard/],
  ['into the dashboard in capitals', { path: '/Dashboard/Admin' }, 'path', /below \/dashboard/],
])('a link %s is refused', (_, link, field, words) => {
  expect(linkFaults(of([link]))).toEqual([
    { place: `contributions.links[0].${field}`, message: expect.stringMatching(words) },
  ]);
});

test('more than three links are refused, and more than one beside the logo', () => {
  const hundred = Array.from({ length: 100 }, (_, number) => ({ group: 'top' as const, label: `L${number}` }));
  expect(linkFaults(of(hundred), ['top']).map(({ message }) => message)).toEqual([
    'mfe-research has 100 links, and 3 are the most.',
    'mfe-research has 100 links beside the logo, and 1 is the most.',
  ]);
});

test('what the table allows passes', () => {
  expect(linkFaults(of([LINK, { group: 'account', label: 'My studies', path: '/research/mine?x=1#y' }]))).toEqual([]);
  expect(linkFaults(of([{ group: 'top' }]), ['top'])).toEqual([]);
  expect(placesOf(of([LINK]), ['top'])).toEqual(['contributions.links[0].group']);
});
