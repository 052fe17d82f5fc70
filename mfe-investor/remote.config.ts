import type { RemoteConfig, SectionContribution } from '@cytocomm/contract';

const dashboard = { role: 'investor', label: 'Investor' } as const;
const reports = { path: 'reports', title: 'Annual reports', below: false };
const news = {
  path: 'news',
  title: 'News',
  finds: [{ kind: 'press-release', at: '/:id' }],
} satisfies SectionContribution['tool'];

export default {
  name: 'mfe-investor',
  title: 'Investor area',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'investor-overview', component: 'Overview', order: 200, alsoFor: ['admin'] },
      // The investors' own block: an admin who looks in does not see it.
      { ...dashboard, id: 'investor-brief', component: 'InvestorBrief', order: 210 },
      { ...dashboard, id: 'company-news', component: 'CompanyNews', order: 215, alsoFor: ['admin'] },
      {
        ...dashboard,
        id: 'annual-reports',
        component: 'AnnualReports',
        order: 220,
        alsoFor: ['admin'],
        tool: reports,
      },
      { ...dashboard, id: 'investor-news', component: 'InvestorNews', order: 230, alsoFor: ['admin'], tool: news },
    ],
  },
} satisfies RemoteConfig;
