import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-admin',
  title: 'Administration',
  contract: '^1.2.0',
  contributions: {
    sections: [
      { id: 'admin-overview', component: 'Overview', role: 'admin', label: 'Admin', order: 100 },
      { id: 'admin-press-releases', component: 'PressReleases', role: 'admin', label: 'Admin', order: 120 },
      { id: 'admin-users', component: 'Users', role: 'admin', label: 'Admin', order: 130 },
      { id: 'admin-documents', component: 'DocumentsAdmin', role: 'admin', label: 'Admin', order: 140 },
      { id: 'admin-events', component: 'Events', role: 'admin', label: 'Admin', order: 150 },
      { id: 'admin-mail', component: 'MailLog', role: 'admin', label: 'Admin', order: 170 },
    ],
  },
} satisfies RemoteConfig;
