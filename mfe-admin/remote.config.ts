import type { RemoteConfig } from '@cytocomm/contract';

const dashboard = { role: 'admin', label: 'Admin' } as const;

export default {
  name: 'mfe-admin',
  title: 'Administration',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'admin-overview', component: 'Overview', order: 100 },
      { ...dashboard, id: 'admin-users', component: 'Users', order: 110, tool: { path: 'users', title: 'Users' } },
      {
        ...dashboard,
        id: 'admin-documents',
        component: 'DocumentsAdmin',
        order: 120,
        tool: { path: 'documents', title: 'Documents' },
      },
      {
        ...dashboard,
        id: 'admin-press-releases',
        component: 'PressReleases',
        order: 130,
        tool: { path: 'releases', title: 'Press releases' },
      },
      { ...dashboard, id: 'admin-mail', component: 'MailLog', order: 170, tool: { path: 'mail', title: 'Mail' } },
      { ...dashboard, id: 'admin-audit', component: 'Audit', order: 175, tool: { path: 'audit', title: 'Audit' } },
      { ...dashboard, id: 'admin-bin', component: 'Bin', order: 180, tool: { path: 'bin', title: 'Bin' } },
    ],
  },
} satisfies RemoteConfig;
