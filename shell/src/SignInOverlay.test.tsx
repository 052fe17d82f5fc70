import { openSignIn } from '@cytocomm/session';
import { act, render, screen } from '@testing-library/react';
import { use } from 'react';
import { createComponentStore } from './composition/component-store.ts';
import { CompositionContext, createFailedParts } from './composition/composition.ts';
import { isComponent, type RemoteLoader } from './composition/remotes.ts';
import { SignInOverlay } from './SignInOverlay.tsx';
import { testLock, testRelease } from './testing.ts';

const never = new Promise<string>(() => undefined);
const Waiting: unknown = () => use(never);
const loader: RemoteLoader = {
  loaded: <Props,>() => (isComponent<Props>(Waiting) ? Waiting : undefined),
  load: () => new Promise<never>(() => undefined),
  reload: () => new Promise<never>(() => undefined),
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a dialog that waits for something of its own leaves the page below it alone', async () => {
  const lock = testLock(testRelease('mfe-auth', { overlays: [{ slot: 'sign-in', component: 'SignIn' }] }));
  const components = createComponentStore(loader);
  const composition = { lock, components, failedParts: createFailedParts() };
  const page = (text: string) => (
    <CompositionContext value={composition}>
      <p>{text}</p>
      <SignInOverlay />
    </CompositionContext>
  );
  const { rerender } = render(page('before'));
  await act(async () => openSignIn());
  // The dialog in its place comes a moment later.
  act(() => jest.runOnlyPendingTimers());
  expect(screen.getByRole('dialog', { hidden: true })).toBeInTheDocument();
  await act(async () => rerender(page('after')));
  expect(screen.getByText('after')).toBeVisible();
});
