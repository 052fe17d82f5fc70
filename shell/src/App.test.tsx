import { MemoryRouter, toast } from '@cytocomm/kit';
import { acceptSignIn, endSession, signOut } from '@cytocomm/session';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { arrivingPage } from './composition/arriving-page.ts';
import { createComponentStore } from './composition/component-store.ts';
import { type Composition, createFailedParts } from './composition/composition.ts';
import { isComponent, type RemoteLoader } from './composition/remotes.ts';
import { Root } from './Root.tsx';
import { testLock, testRelease } from './testing.ts';

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
  const components = createComponentStore(loader);
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

test('the frame reports its start even when its page throws; a frame that throws does not', async () => {
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

describe('a form that came as markup, sent before its component is there', () => {
  const sent = jest.fn();
  const Form = () => (
    <form
      method="post"
      action="/api/forms/contact"
      aria-label="Write to us"
      onSubmit={(event) => {
        event.preventDefault();
        sent(screen.getByRole('textbox', { name: 'Name' }));
      }}
    >
      <input name="name" aria-label="Name" />
    </form>
  );
  const written = () => screen.getByRole('textbox', { name: 'Name' });
  const byBrowser = () => jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    sent.mockClear();
  });

  /** Opens the page whose component comes, or fails, after this time; types into its form and sends it. */
  async function sendEarly(ms: number, end: 'comes' | 'fails' = 'comes') {
    const work = new Promise<void>((resolve, reject) => {
      setTimeout(() => (end === 'comes' ? resolve() : reject(new Error('gone'))), ms);
    });
    const frame = { lock: testLock(remote), failedParts: createFailedParts() };
    const router = (children: ReactNode) => <MemoryRouter initialEntries={['/about']}>{children}</MemoryRouter>;
    const ready: RemoteLoader = {
      ...loaderOf(Form),
      loaded: <Props,>() => (isComponent<Props>(Form) ? Form : undefined),
    };
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(
      <Root composition={{ ...frame, components: createComponentStore(ready) }} router={router} />,
    );
    const components = createComponentStore(loaderOf(Form, work));
    void components.load(remote, 'About');
    const arriving = arrivingPage('/about', components.whenReady(remote, 'About'));
    const page = <Root composition={{ ...frame, components, arriving }} router={router} />;
    await act(async () => render(page, { container, hydrate: true }));
    fireEvent.input(written(), { target: { value: 'Ada' } });
    await act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Write to us' })));
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test.each([3000, 8000, 25_000])('is kept for %s ms, and goes by it or, after 20 s, by the browser', async (ms) => {
    const submitted = byBrowser();
    await sendEarly(ms);
    expect(screen.getByText('Still loading')).toBeVisible();
    await pass(Math.min(ms, 20_000) - 1);
    expect([sent.mock.calls.length, submitted.mock.calls.length]).toEqual([0, 0]);
    await pass(1);
    const isLate = ms > 20_000;
    expect([sent.mock.calls.length, submitted.mock.calls.length]).toEqual(isLate ? [0, 1] : [1, 0]);
    await pass(ms);
    expect(written()).toHaveValue('Ada');
    expect(screen.queryByText(/Still loading|could not be loaded/)).toBeNull();
  });

  test('goes by the browser at once when it fails', async () => {
    const submitted = byBrowser();
    await sendEarly(1000, 'fails');
    await pass(1000);
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/could not be loaded/)).toBeVisible();
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
