import { textOf } from '@cytocomm/composition/server';
import type { Lock, PageData } from '@cytocomm/contract';
import * as kit from '@cytocomm/kit';
import * as session from '@cytocomm/session';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { prerender } from 'react-dom/static.edge';
import { createComponentStore } from '../composition/component-store.ts';
import { createFailedParts } from '../composition/composition.ts';
import { isComponent, type RemoteLoader } from '../composition/remotes.ts';
import { Root } from '../Root.tsx';

/** The shared scope on the server: what a remote's server bundle asks for by these names. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@cytocomm/kit': kit,
  '@cytocomm/session': session,
};

/** One page to be rendered: the lock, the address, its data and the page's component from its remote's server bundle. */
export interface PageToRender {
  readonly lock: Lock;
  readonly path: string;
  /** The query as far as the page is made for it. */
  readonly search?: string;
  readonly initialData?: PageData | undefined;
  readonly component: unknown;
}

function loaderOf(component: unknown): RemoteLoader {
  const notHere = () => Promise.reject(new Error('nothing loads while a page is prerendered'));
  return {
    loaded: <Props,>() => (isComponent<Props>(component) ? component : undefined),
    load: notHere,
    reload: notHere,
  };
}

/** Renders the whole page, frame and all, to the markup that the browser hydrates. Rejects when the page throws. */
export async function render({ lock, path, search = '', component, initialData }: PageToRender): Promise<string> {
  const failures: unknown[] = [];
  const composition = {
    lock,
    components: createComponentStore(loaderOf(component), { failed: (failure) => void failures.push(failure) }),
    failedParts: createFailedParts(),
    prerendered: initialData && { path, data: initialData },
  };
  const router = (children: react.ReactNode) => (
    <kit.StaticRouter location={path + search}>{children}</kit.StaticRouter>
  );
  const { prelude } = await prerender(<Root composition={composition} router={router} />, {
    onError: (error) => void failures.push(error),
    // A large boundary would else be sent apart and put in place by an inline script, which the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const reader = prelude.getReader();
  const pieces: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) pieces.push(part.value);
  if (failures.length > 0) throw new AggregateError(failures, `prerendering ${path} failed`);
  return textOf(pieces);
}
