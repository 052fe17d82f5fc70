import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { testLock, testRelease } from '../testing.ts';
import { createComponentStore } from './component-store.ts';
import { CompositionContext, createFailedParts, useComponentState } from './composition.ts';
import { RemoteFailed } from './remotes.ts';

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
