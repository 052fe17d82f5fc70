import type { LockedRelease } from '@cytocomm/contract';
import { visitsOf } from './plan.ts';

const tool = { path: 'samples', title: 'Samples' };
const contributions: LockedRelease['contributions'] = {
  routes: [
    { path: '/lab', component: 'Lab', title: 'Lab', public: true },
    { path: '/lab/door', component: 'Door', title: 'Door', public: false },
  ],
  links: [],
  sections: [
    { id: 'lab-studies', component: 'Studies', role: 'researcher', alsoFor: ['admin'], label: 'Lab', order: 1 },
    { id: 'lab-samples', component: 'Samples', role: 'researcher', alsoFor: [], label: 'Lab', tool, order: 2 },
    { id: 'lab-freezers', component: 'Freezers', role: 'researcher', alsoFor: [], label: 'Lab', tool, order: 3 },
  ],
  overlays: [{ slot: 'sign-in', component: 'SignIn' }],
  roles: [{ name: 'researcher', label: 'Researcher' }],
};
const release: LockedRelease = {
  name: 'mfe-lab',
  title: 'Lab',
  version: '1.0.0',
  release: '1.0.0-0123456789ab',
  contract: '^1.5.0',
  entry: 'entry.js',
  shared: {},
  components: {},
  files: [],
  contributions,
  baseUrl: '/releases/mfe-lab/1.0.0-0123456789ab/',
};

test('each section is seen by each of its roles, also one that the remote brings; a page that is not public by all; an overlay', () => {
  expect(visitsOf(release).map(({ path, roles, opens }) => [path, roles, ...(opens ? [opens] : [])])).toEqual([
    ['/lab', undefined],
    ['/lab/door', undefined],
    ['/lab/door', ['admin', 'investor', 'customer', 'developer', 'researcher']],
    ['/dashboard/researcher', ['researcher']],
    ['/dashboard/researcher', ['admin']],
    ['/dashboard/researcher/samples', ['researcher']],
    ['/dashboard', undefined, 'sign-in'],
  ]);
  expect(visitsOf(release).map(({ what }) => what)).toContain('sections lab-samples, lab-freezers');
});
