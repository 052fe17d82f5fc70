import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-customer',
  title: 'Customer dashboard',
  contract: '^1.0.0',
  contributions: {
    sections: [
      {
        id: 'notes-and-sops',
        component: 'NotesAndSops',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        order: 300,
      },
    ],
  },
} satisfies RemoteConfig;
