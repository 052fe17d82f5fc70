import type { RemoteConfig } from '@cytocomm/contract';

export default {
  name: 'mfe-auth',
  title: 'Sign-in',
  contract: '^1.2.0',
  contributions: {
    routes: [
      { path: '/auth-handler', component: 'AuthHandler', title: 'Signing in', public: false },
      { path: '/account/devices', component: 'Devices', title: 'Signed-in devices', public: false },
    ],
    links: [{ group: 'account', label: 'Signed-in devices', path: '/account/devices', order: 10 }],
    overlays: [{ slot: 'sign-in', component: 'SignInDialog' }],
  },
} satisfies RemoteConfig;
