import { MemoryRouter, toast } from '@cytocomm/kit';
import { acceptSignIn, endSession, signOut } from '@cytocomm/session';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { arrivingPage } from './composition/arriving-page.ts';
import { createComponentStore } from './composition/component-store.ts';
import type { Composition } from './composition/composition-context.ts';
import { createFailedParts } from './composition/failed-parts.ts';
import { isComponent, type RemoteLoader } from './composition/remotes.ts';
import { Root } from './Root.tsx';
import { testLock, testRelease } from './testing-lock.ts';

const remote = testRelease('mfe-a', {
  routes: [
    { path: '/', component: 'Home', title: 'Home', public: true },
    { path: '/about', component: 'About', title: 'About', public: true },
  ],
});

function loaderOf(Page: unknown, work: Promise<unknown> = Promise.resolve()): RemoteLoader {
  let isLoaded = false;
  const load = async <Props,>() => {
    await work;
    if (!isComponent<Props>(Page)) throw new TypeError('no component');
    isLoaded = true;
    return Page;
  };
  return { loaded: <Props,>() => (isLoaded && isComponent<Props>(Page) ? Page : undefined), load, reload: load };
}

async function open(path: string, loader: RemoteLoader, change: Partial<Composition> = {}) {
  const components = createComponentStore(loader, () => undefined);
  const composition = { lock: testLock(remote), components, failedParts: createFailedParts(), ...change };
  const router = (children: ReactNode) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>;
  await act(async () => render(<Root composition={composition} router={router} />));
}

const Page = () => <h1>A page</h1>;

test.each(['/', '/about', '/about/', '/ABOUT', '/about//'])('%s has a page', async (path) => {
  await open(path, loaderOf(Page));
  expect(screen.getByRole('heading', { name: 'A page' })).toBeInTheDocument();
});

// The server has no page there either.
test.each(['//', '//about', '/%61bout', '/about/us', '/abou%', '/nowhere'])('%s has none', async (path) => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await open(path, loaderOf(Page));
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

test('a frame that is there says so, whatever becomes of its page; one that throws does not', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const started = jest.fn();
  const Broken = () => {
    throw new Error('boom');
  };
  await open('/about', loaderOf(Broken), { onStarted: started });
  expect(started).toHaveBeenCalled();
  started.mockClear();
  const switchedOff = {
    has: () => {
      throw new Error('the frame fails');
    },
  };
  await open('/about', loaderOf(Page), {
    onStarted: started,
    switchedOff: Object.assign(new Set<string>(), switchedOff),
  });
  expect(started).not.toHaveBeenCalled();
});

describe('a page that came as markup', () => {
  afterEach(() => jest.restoreAllMocks());

  test('and throws while it renders is told of once, by its slot', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('boom');
    };
    const ready = Promise.resolve();
    await open('/about', loaderOf(Broken), { arriving: arrivingPage('/about', ready) });
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
  });
});

describe('what was told to a person', () => {
  const signIn = (email: string) => act(() => acceptSignIn({ email, name: null, roles: ['admin'] }));
  const isTold = () => screen.queryByText('The file is replaced.') !== null;
  beforeEach(async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
    await open('/about', loaderOf(Page));
    signIn('ada@lab.example');
    act(() => void toast.success('The file is replaced.', { action: { label: 'Undo', run: () => undefined } }));
    expect(isTold()).toBe(true);
  });
  afterEach(async () => {
    await act(() => signOut());
    act(() => toast.clear());
    jest.restoreAllMocks();
  });

  test('goes with their logout, but for the notice of a newer version', async () => {
    act(() => void toast.custom('A new version is ready.', { id: 'newer-version' }));
    await act(() => signOut());
    expect(isTold()).toBe(false);
    expect(screen.getByText('A new version is ready.')).toBeVisible();
  });

  test('stays for them after an expiry, and goes when somebody else signs in, who is greeted', () => {
    act(() => endSession('Your session has ended.'));
    signIn('ada@lab.example');
    expect(isTold()).toBe(true);
    act(() => endSession('Your session has ended.'));
    signIn('bob@lab.example');
    act(() => void toast.success('Welcome, Bob'));
    expect(isTold()).toBe(false);
    expect(screen.getByText('Welcome, Bob')).toBeVisible();
  });
});
