import { textOf } from '@cytocomm/composition/server';
import type { Lock, PageData } from '@cytocomm/contract';
import * as kit from '@cytocomm/kit';
import * as session from '@cytocomm/session';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { prerender } from 'react-dom/static.edge';
import { Frame, FrameRoot } from './Frame.tsx';

/** What a remote's server build asks for by these names: the same as the shell gives there. */
export const shared: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@cytocomm/kit': kit,
  '@cytocomm/session': session,
};

interface PageToRender {
  readonly lock: Lock;
  readonly path: string;
  readonly component: unknown;
  readonly initialData?: PageData | undefined;
}

function isComponent(value: unknown): value is react.ComponentType<object> {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** Renders a page with its frame to the markup that the browser takes over. Rejects when the page throws. */
export async function render({ lock, path, component, initialData }: PageToRender): Promise<string> {
  if (!isComponent(component)) throw new TypeError(`the server build has no component for ${path}`);
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <FrameRoot>
      <kit.StaticRouter location={path}>
        <Frame lock={lock} componentOf={() => component} initialData={initialData} />
      </kit.StaticRouter>
    </FrameRoot>,
    { onError: (error) => void failures.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const pieces: Uint8Array[] = [];
  const reader = prelude.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) pieces.push(part.value);
  if (failures.length > 0) throw new AggregateError(failures, `prerendering ${path} failed`);
  return textOf(pieces);
}
