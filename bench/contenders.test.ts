import { portalSettings } from './contenders.ts';

it('the settings of the portal under measurement are such that its pages are served', () => {
  const store = { releasesDir: '/releases', locksDir: '/locks' };
  expect(portalSettings(store, 'http://127.0.0.1:1')).toMatchObject({ RELEASES_DIR: '/releases', LOCKS_DIR: '/locks' });
});
