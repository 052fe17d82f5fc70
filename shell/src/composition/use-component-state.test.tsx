import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { testLock, testRelease } from '../testing-lock.ts';
import { createComponentStore } from './component-store.ts';
import { CompositionContext } from './composition-context.ts';
import { createFailedParts } from './failed-parts.ts';
import { RemoteFailed } from './remotes.ts';
import { useComponentState } from './use-component-state.ts';

const release = testRelease('mfe-a');

function Status() {
  return <p>{useComponentState(release, 'Page').status}</p>;
}

test('a component that failed before its page is hydrated leaves the markup of the server, then shows', async () => {
  const refused = () => Promise.reject(new RemoteFailed(release, 'Page', 'entry', new Error('404')));
  const components = createComponentStore({ loaded: () => undefined, load: refused, reload: refused });
  const composition = { lock: testLock(release), components, failedParts: createFailedParts() };
  const page = (
    <CompositionContext value={composition}>
      <Status />
    </CompositionContext>
  );
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  expect(root).toHaveTextContent('ready');
  await components.load(release, 'Page');
  const mismatches = jest.fn();
  await act(async () => hydrateRoot(root, page, { onRecoverableError: mismatches }));
  expect(mismatches).not.toHaveBeenCalled();
  expect(root).toHaveTextContent('failed');
});
