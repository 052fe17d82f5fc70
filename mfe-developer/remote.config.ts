import type { RemoteConfig, SectionContribution } from '@cytocomm/contract';

const dashboard: Pick<SectionContribution, 'role' | 'label'> = {
  role: 'developer',
  label: 'Developer',
};

export default {
  name: 'mfe-developer',
  title: 'Developer area',
  contract: '^1.2.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'what-is-live', component: 'WhatIsLive', order: 400 },
      { ...dashboard, id: 'release-health', component: 'Health', order: 401 },
      { ...dashboard, id: 'failures', component: 'Failures', order: 402 },
      { ...dashboard, id: 'releases', component: 'Releases', order: 404 },
      { ...dashboard, id: 'deployments', component: 'Deployments', order: 408 },
      { ...dashboard, id: 'team-tokens', component: 'TeamTokens', order: 412 },
      { ...dashboard, id: 'local-remote', component: 'LocalRemote', order: 414 },
      { ...dashboard, id: 'releases-in-this-page', component: 'PageReleases', order: 416 },
    ],
  },
} satisfies RemoteConfig;
