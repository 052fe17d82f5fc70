import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-customer',
  title: 'Customer area',
  contract: '^1.6.0',
  contributions: {
    sections: [
      {
        id: 'customer-overview',
        component: 'Overview',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        order: 300,
      },
      {
        id: 'notes-and-sops',
        component: 'NotesAndSops',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        tool: { path: 'documents', title: 'Notes & SOPs', below: false },
        order: 310,
      },
    ],
  },
} satisfies RemoteConfig;
