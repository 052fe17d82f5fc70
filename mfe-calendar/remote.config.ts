import type { RemoteConfig } from '@cytocomm/contract';

const calendar = { component: 'Calendar', tool: { path: 'calendar', title: 'Calendar' } } as const;
const admin = { role: 'admin', label: 'Admin' } as const;

export default {
  name: 'mfe-calendar',
  title: 'Calendar',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...admin, id: 'calendar-events', component: 'Events', tool: { path: 'events', title: 'Events' }, order: 150 },
      { ...calendar, ...admin, id: 'calendar-admin', order: 160 },
      {
        ...calendar,
        id: 'calendar-investor',
        role: 'investor',
        alsoFor: ['admin'],
        label: 'Investor',
        order: 260,
      },
      {
        ...calendar,
        id: 'calendar-customer',
        role: 'customer',
        alsoFor: ['admin'],
        label: 'Customer',
        order: 360,
      },
      { ...calendar, id: 'calendar-developer', role: 'developer', label: 'Developer', order: 460 },
    ],
  },
} satisfies RemoteConfig;
