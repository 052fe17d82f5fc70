import { testLock, testRelease } from '../testing.ts';
import { overlayOf } from './composition.ts';

test('an overlay is found by its slot', () => {
  expect(overlayOf(testLock(), 'sign-in')).toBeUndefined();
  const auth = testRelease('mfe-auth', { overlays: [{ slot: 'sign-in', component: 'SignInDialog' }] });
  expect(overlayOf(testLock(auth), 'sign-in')?.release).toBe(auth);
});
