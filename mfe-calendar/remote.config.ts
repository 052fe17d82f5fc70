import type { RemoteConfig, SectionContribution } from '@cytocomm/contract';

const tool = { path: 'calendar', title: 'Calendar' };
const calendar = {
  component: 'Calendar',
  tool: { ...tool, finds: [{ kind: 'event', at: '/:id' }] },
} satisfies Partial<SectionContribution>;
const events = {
  path: 'events',
  title: 'Events',
  new: 'New event',
  finds: [{ kind: 'event', at: '/:id/edit' }],
} satisfies SectionContribution['tool'];
const admin = { role: 'admin', label: 'Admin' } as const;

export default {
  name: 'mfe-calendar',
  title: 'Calendar',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...admin, id: 'calendar-events', component: 'Events', tool: events, order: 150 },
      { ...calendar, ...admin, id: 'calendar-admin', order: 160, tool },
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
