import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-marketing',
  title: 'Public pages',
  contract: '^1.0.0',
  contributions: {
    routes: [{ path: '/', component: 'Home', title: 'Cytocomm', public: true }],
    links: [{ group: 'top', label: 'Home', path: '/', order: 0 }],
  },
} satisfies RemoteConfig;
