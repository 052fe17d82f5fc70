import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-customer',
  title: 'Customer area',
  contract: '^1.2.0',
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
      { id: 'calendar-admin', component: 'Calendar', role: 'admin', label: 'Admin', order: 160 },
      {
        id: 'calendar-investor',
        component: 'Calendar',
        role: 'investor',
        alsoFor: ['admin'],
        label: 'Investor',
        order: 260,
      },
      {
        id: 'calendar-customer',
        component: 'Calendar',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        order: 360,
      },
      { id: 'calendar-developer', component: 'Calendar', role: 'developer', label: 'Developer', order: 460 },
    ],
  },
} satisfies RemoteConfig;
