import type { RemoteConfig, SectionContribution } from '@cytocomm/contract';

type Tool = NonNullable<SectionContribution['tool']>;

const users = {
  path: 'users',
  title: 'Users',
  new: 'Add User',
  finds: [{ kind: 'user', at: '?q=:id' }],
} satisfies Tool;
const documents = {
  ...{ path: 'documents', title: 'Documents', new: 'New document' },
  finds: [{ kind: 'document', at: '?q=:title' }],
} satisfies Tool;
const releases = {
  ...{ path: 'releases', title: 'Press releases', new: 'New release' },
  finds: [{ kind: 'press-release', at: '/:id/edit' }],
} satisfies Tool;
const mail = { path: 'mail', title: 'Mail', below: false, finds: [{ kind: 'mail', at: '' }] } satisfies Tool;
const audit = { path: 'audit', title: 'Audit', below: false } satisfies Tool;
const bin = { path: 'bin', title: 'Bin', below: false } satisfies Tool;
const dashboard = { role: 'admin', label: 'Admin' } as const;

export default {
  name: 'mfe-admin',
  title: 'Administration',
  contract: '^1.6.0',
  contributions: {
    sections: [
      { ...dashboard, id: 'admin-overview', component: 'Overview', order: 100 },
      { ...dashboard, id: 'admin-users', component: 'Users', order: 110, tool: users },
      { ...dashboard, id: 'admin-documents', component: 'DocumentsAdmin', order: 120, tool: documents },
      { ...dashboard, id: 'admin-press-releases', component: 'PressReleases', order: 130, tool: releases },
      { ...dashboard, id: 'admin-mail', component: 'MailLog', order: 170, tool: mail },
      { ...dashboard, id: 'admin-audit', component: 'Audit', order: 175, tool: audit },
      { ...dashboard, id: 'admin-bin', component: 'Bin', order: 180, tool: bin },
    ],
  },
} satisfies RemoteConfig;
