import type { Contributions } from '@cytocomm/contract';

/** What the shell itself adds to a lock: the frame of the dashboard, whose sections come from remotes. */
export const shellContributions: Contributions = {
  routes: [{ path: '/dashboard', component: 'Dashboard', title: 'Dashboard', below: true, public: false }],
  links: [],
  sections: [],
  overlays: [],
};
