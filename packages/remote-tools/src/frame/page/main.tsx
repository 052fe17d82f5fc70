import { matchRoute, PAGE_DATA_ELEMENT_ID, ROOT_ELEMENT_ID, readLock } from '@cytocomm/composition';
import type { LockedRelease, PageData } from '@cytocomm/contract';
import { BrowserRouter } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { addRoles } from '@cytocomm/session';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Frame, FrameRoot } from './Frame.tsx';
import { createComponents } from './remote-components.ts';

function dataOfPage(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

function Dashboard({ children }: { readonly children: ReactNode }) {
  return <PortalApiProvider>{children}</PortalApiProvider>;
}

async function start(root: HTMLElement): Promise<void> {
  const lock = readLock(document);
  addRoles(lock.remotes.flatMap(({ contributions }) => contributions.roles ?? []));
  const load = createComponents(lock.shell.shared);
  const components = new Map<string, ComponentType<object>>();
  const componentOf = (remote: LockedRelease, component: string) => {
    const key = `${remote.name}/${component}`;
    const rendered = components.get(key) ?? lazy(async () => ({ default: await load(remote, component) }));
    components.set(key, rendered);
    return rendered;
  };
  const frame = (
    <FrameRoot>
      <BrowserRouter useTransitions={false}>
        <Frame lock={lock} componentOf={componentOf} initialData={dataOfPage()} dashboard={Dashboard} />
      </BrowserRouter>
    </FrameRoot>
  );
  if (!root.hasChildNodes()) return createRoot(root).render(frame);
  // Markup is taken over in one pass: its component is there before.
  const matched = matchRoute(lock, location.pathname);
  if (matched)
    components.set(
      `${matched.release.name}/${matched.route.component}`,
      await load(matched.release, matched.route.component),
    );
  hydrateRoot(root, frame);
}

const root = document.getElementById(ROOT_ELEMENT_ID);
if (root) start(root).catch((error: unknown) => console.error('The frame did not start.', error));
