import type { Claims } from '@cytocomm/contract';

/** What the remotes of the first release may claim until an admin sets something else: what they had then. */
export const TODAYS_CLAIMS: Readonly<Record<string, Claims>> = {
  shell: { routes: ['/dashboard'], sections: [], roles: [] },
  'mfe-marketing': {
    routes: [
      '/',
      '/platform',
      '/preclinical',
      '/cell-lines',
      '/software',
      '/wearables',
      '/about',
      '/news',
      '/news/*',
      '/partners',
      '/investors',
      '/careers',
      '/contact',
      '/privacy',
      '/accessibility',
      '/alerts/*',
    ],
    sections: [],
    roles: [],
  },
  'mfe-auth': { routes: ['/auth-handler', '/account/*', '/documents'], sections: [], roles: [] },
  'mfe-admin': { routes: [], sections: ['admin-*'], roles: ['admin'] },
  'mfe-investor': {
    routes: [],
    sections: ['annual-reports', 'investor-*', 'company-news', 'calendar-overview'],
    roles: ['investor', 'admin'],
  },
  'mfe-customer': {
    routes: [],
    sections: [
      'customer-*',
      'notes-and-sops',
      'calendar-admin',
      'calendar-investor',
      'calendar-customer',
      'calendar-developer',
    ],
    roles: ['customer', 'investor', 'admin', 'developer'],
  },
  'mfe-calendar': {
    routes: [],
    sections: ['calendar-*'],
    roles: ['admin', 'investor', 'customer', 'developer'],
  },
  'mfe-developer': {
    routes: [],
    sections: [
      'what-is-live',
      'release-health',
      'failures',
      'releases',
      'deployments',
      'team-tokens',
      'local-remote',
      'releases-in-this-page',
      'error-log',
      'developer-*',
    ],
    roles: ['developer'],
  },
};
