import type { RemoteConfig, SectionContribution } from '@cytocomm/contract';

type Tool = NonNullable<SectionContribution['tool']>;
const dashboard: Pick<SectionContribution, 'role' | 'label'> = {
  role: 'developer',
  label: 'Developer',
};
const releases: Tool = { path: 'releases', title: 'Releases', below: false, finds: [{ kind: 'release', at: '' }] };
const deployments = { path: 'deployments', title: 'Deployments', below: false };
const failures: Tool = { path: 'failures', title: 'Failures', below: false, finds: [{ kind: 'failure', at: '' }] };
const tokens = { path: 'tokens', title: 'Team tokens', below: false };
const localRemote = { path: 'local-remote', title: 'Local remote', below: false };

export default {
  name: 'mfe-developer',
  title: 'Developer area',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'what-is-live', component: 'WhatIsLive', order: 400 },
      { ...dashboard, id: 'releases', component: 'Releases', order: 404, tool: releases },
      { ...dashboard, id: 'releases-in-this-page', component: 'PageReleases', order: 405, tool: releases },
      { ...dashboard, id: 'deployments', component: 'Deployments', order: 408, tool: deployments },
      { ...dashboard, id: 'release-health', component: 'Health', order: 410, tool: failures },
      { ...dashboard, id: 'failures', component: 'Failures', order: 411, tool: failures },
      { ...dashboard, id: 'team-tokens', component: 'TeamTokens', order: 412, tool: tokens },
      { ...dashboard, id: 'local-remote', component: 'LocalRemote', order: 414, tool: localRemote },
    ],
  },
} satisfies RemoteConfig;
