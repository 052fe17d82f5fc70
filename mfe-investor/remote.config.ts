import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-investor',
  title: 'Investor dashboard',
  contract: '^1.0.0',
  contributions: {
    sections: [
      {
        id: 'annual-reports',
        component: 'AnnualReports',
        role: 'investor',
        alsoFor: ['admin'],
        label: 'Investor',
        order: 200,
      },
    ],
  },
} satisfies RemoteConfig;
