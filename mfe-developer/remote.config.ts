import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-developer',
  title: 'Developer area',
  contract: '^1.2.0',
  contributions: {
    sections: [
      { id: 'releases', component: 'Releases', role: 'developer', label: 'Developer', order: 400 },
      { id: 'error-log', component: 'ErrorLog', role: 'developer', label: 'Developer', order: 420 },
    ],
  },
} satisfies RemoteConfig;
