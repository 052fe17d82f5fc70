import type { RemoteConfig } from '@cytocomm/contract';

const calendar = { path: 'calendar', title: 'Calendar' };

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
        tool: { path: 'documents', title: 'Notes & SOPs' },
        order: 310,
      },
      { id: 'calendar-admin', component: 'Calendar', role: 'admin', label: 'Admin', tool: calendar, order: 160 },
      {
        id: 'calendar-investor',
        component: 'Calendar',
        role: 'investor',
        alsoFor: ['admin'],
        label: 'Investor',
        tool: calendar,
        order: 260,
      },
      {
        id: 'calendar-customer',
        component: 'Calendar',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        tool: calendar,
        order: 360,
      },
      {
        id: 'calendar-developer',
        component: 'Calendar',
        role: 'developer',
        label: 'Developer',
        tool: calendar,
        order: 460,
      },
    ],
  },
} satisfies RemoteConfig;
