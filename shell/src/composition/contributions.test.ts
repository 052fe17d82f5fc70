import { testLock, testRelease } from '../testing-lock.ts';
import { overlayOf } from './contributions.ts';

test('an overlay is found by its slot', () => {
  expect(overlayOf(testLock(), 'sign-in')).toBeUndefined();
  const auth = testRelease('mfe-auth', { overlays: [{ slot: 'sign-in', component: 'SignInDialog' }] });
  expect(overlayOf(testLock(auth), 'sign-in')?.release).toBe(auth);
});
