import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-auth',
  title: 'Sign-in',
  contract: '^1.2.0',
  contributions: {
    routes: [
      { path: '/auth-handler', component: 'AuthHandler', title: 'Signing in', public: false },
      { path: '/documents', component: 'OpenDocument', title: 'Document', public: false, below: true },
      { path: '/account/devices', component: 'Devices', title: 'Signed-in devices', public: false },
      { path: '/account/security', component: 'Security', title: 'Security', public: false },
    ],
    links: [
      { group: 'account', label: 'Signed-in devices', path: '/account/devices', order: 10 },
      { group: 'account', label: 'Security', path: '/account/security', order: 20 },
    ],
    overlays: [{ slot: 'sign-in', component: 'SignInDialog' }],
  },
} satisfies RemoteConfig;
