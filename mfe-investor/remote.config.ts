import type { RemoteConfig } from '@cytocomm/contract';

const dashboard = { role: 'investor', label: 'Investor' } as const;
export default {
  name: 'mfe-investor',
  title: 'Investor area',
  contract: '^1.2.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'annual-reports', component: 'AnnualReports', order: 200, alsoFor: ['admin'] },
      // The investors' own block: an admin who looks in does not see it.
      { ...dashboard, id: 'investor-brief', component: 'InvestorBrief', order: 210 },
      { ...dashboard, id: 'investor-news', component: 'InvestorNews', order: 220, alsoFor: ['admin'] },
      { ...dashboard, id: 'company-news', component: 'CompanyNews', order: 230, alsoFor: ['admin'] },
      { ...dashboard, id: 'calendar-overview', component: 'CalendarOverview', order: 240, alsoFor: ['admin'] },
    ],
  },
} satisfies RemoteConfig;
