import { DEADLINES } from '@cytocomm/composition';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { testLock, testRelease } from '../testing.ts';
import { type ComponentStore, createComponentStore } from './component-store.ts';
import { CompositionContext, createFailedParts } from './composition.ts';
import { isComponent, RemoteFailed, type RemoteLoader } from './remotes.ts';
import { Slot } from './Slot.tsx';

const remote = testRelease('mfe-a');
const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

interface Script {
  readonly load: () => Promise<unknown>;
  readonly reload?: () => Promise<unknown>;
  readonly loaded?: unknown;
}

function scriptedLoader({ load, reload = load, loaded }: Script): RemoteLoader {
  let current = loaded;
  const typed = async <Props,>(work: Promise<unknown>): Promise<ComponentType<Props>> => {
    const value = await work;
    if (!isComponent<Props>(value)) throw new TypeError('the script of this test gave no component');
    current = value;
    return value;
  };
  return {
    loaded: <Props,>() => (isComponent<Props>(current) ? current : undefined),
    load: () => typed(load()),
    reload: () => typed(reload()),
  };
}

const compositionOf = (components: ComponentStore) => ({
  lock: testLock(remote),
  components,
  failedParts: createFailedParts(),
});

function renderSlot(script: Script, beside: ReactNode = null, before?: (components: ComponentStore) => void) {
  const failures: RemoteFailed[] = [];
  const components = createComponentStore(scriptedLoader(script), {
    failed: (failure) => void failures.push(failure),
  });
  before?.(components);
  render(
    <CompositionContext value={compositionOf(components)}>
      <Slot remote={remote} component="Greeting" props={{ name: 'Ada' }} />
      {beside}
    </CompositionContext>,
  );
  return failures;
}

const failing = (phase: 'entry' | 'component') => () =>
  Promise.reject(new RemoteFailed(remote, 'Greeting', phase, new Error('404')));

test('a component that has loaded before stands at once, without a skeleton', () => {
  renderSlot({ load: () => Promise.resolve(Greeting), loaded: Greeting });
  expect(screen.getByText('Hello Ada')).toBeInTheDocument();
});

test('a skeleton stands while the component loads, then the component with its props', async () => {
  renderSlot({ load: () => Promise.resolve(Greeting) });
  expect(screen.queryByText('Hello Ada')).toBeNull();
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('a component that is late is told quietly, and stands when it comes', async () => {
  jest.useFakeTimers();
  try {
    renderSlot({ load: () => new Promise((resolve) => setTimeout(resolve, 8000, Greeting)) });
    await act(() => jest.advanceTimersByTimeAsync(DEADLINES.slow - 1));
    expect(screen.queryByText('Still loading')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Still loading')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(8000));
    expect(screen.getByText('Hello Ada')).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('a failure names the part, is reported once, and leaves what stands beside it alone', async () => {
  const failures = renderSlot({ load: failing('entry') }, <p>Neighbour</p>);
  expect(await screen.findByText(/The mfe-a part could not be loaded/)).toBeInTheDocument();
  expect(screen.getByText('Neighbour')).toBeInTheDocument();
  expect(failures.map(({ phase, component }) => [phase, component])).toEqual([['entry', 'Greeting']]);
});

test('a failure from before is shown without a second attempt; Retry makes one', async () => {
  const load = jest.fn(failing('entry'));
  let loading: Promise<void> | undefined;
  const failures = renderSlot({ load, reload: () => Promise.resolve(Greeting) }, null, (components) => {
    loading = components.load(remote, 'Greeting');
  });
  await act(() => loading);
  expect(screen.getByText(/could not be loaded/)).toBeInTheDocument();
  expect(failures).toHaveLength(1);
  expect(load).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: /retry/i }));
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('Retry loads again and recovers when the fault is gone; a second failure is reported again', async () => {
  const answers = [failing('component'), () => Promise.resolve(Greeting)];
  const failures = renderSlot({ load: failing('entry'), reload: () => answers.shift()?.() ?? Promise.reject() });
  await userEvent.click(await screen.findByRole('button', { name: /retry/i }));
  await userEvent.click(await screen.findByRole('button', { name: /retry/i }));
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
  expect(failures.map(({ phase }) => phase)).toEqual(['entry', 'component']);
});

let broken = false;
function Fragile({ name }: { name: string }) {
  if (broken) throw new Error('boom');
  return <p>Recovered {name}</p>;
}

describe('a component that throws while it renders', () => {
  // React writes the error to the console too; the test only keeps it out of the output.
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => jest.restoreAllMocks());

  test('loses only its slot, and Retry renders it again', async () => {
    broken = true;
    const failures = renderSlot({ load: () => Promise.resolve(Fragile) }, <p>Neighbour</p>);
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
    expect(failures.map(({ phase }) => phase)).toEqual(['render']);
    expect(screen.getByText('Neighbour')).toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: /retry/i }));
    expect(await screen.findByText('Recovered Ada')).toBeInTheDocument();
  });

  const Moody = ({ name }: { name: string }) => {
    if (name === 'Ada') throw new Error('boom');
    return <input aria-label={name} />;
  };

  test('leaves another slot of the same component alone, with what was typed there, also on Retry', async () => {
    const failures = renderSlot(
      { load: () => Promise.resolve(Moody) },
      <Slot remote={remote} component="Greeting" props={{ name: 'Ben' }} />,
    );
    const field = await screen.findByRole('textbox', { name: 'Ben' });
    await userEvent.type(field, 'typed');
    await userEvent.click(screen.getByRole('button', { name: /retry/i }));
    expect(await screen.findByRole('button', { name: /retry/i })).toBeInTheDocument();
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue('typed');
    expect(failures.map(({ phase }) => phase)).toEqual(['render', 'render']);
  });

  test('is retried by the slot that replaces the failed one', async () => {
    const composition = compositionOf(createComponentStore(scriptedLoader({ load: () => Promise.resolve(Moody) })));
    const section = (name: string) => (
      <CompositionContext value={composition}>
        <Slot key={name} remote={remote} component="Greeting" props={{ name }} />
      </CompositionContext>
    );
    const { rerender } = render(section('Ada'));
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
    rerender(section('Ben'));
    expect(screen.getByRole('textbox', { name: 'Ben' })).toBeInTheDocument();
  });
});

test('an error that is no RemoteFailed is wrapped, its cause kept', async () => {
  const cause = new Error('odd');
  const failures = renderSlot({ load: () => Promise.reject(cause) });
  await screen.findByText(/could not be loaded/);
  expect(failures[0]?.cause).toBe(cause);
});

test('the failed parts of one release are told once, by name, and one Retry heals them all', async () => {
  let isAway = true;
  const load = () => (isAway ? failing('entry')() : Promise.resolve(Greeting));
  const composition = compositionOf(createComponentStore(scriptedLoader({ load })));
  render(
    <CompositionContext value={composition}>
      <Slot remote={remote} component="Greeting" props={{ name: 'Ada' }} title="Users" />
      <Slot remote={remote} component="Other" props={{ name: 'Ben' }} title="Documents" />
    </CompositionContext>,
  );
  expect(await screen.findByText('Missing here: Users, Documents.')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
  expect(await screen.findByText('Hello Ben')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a slot may say in its own words that it failed', async () => {
  const composition = compositionOf(
    createComponentStore(scriptedLoader({ load: failing('entry'), reload: () => Promise.resolve(Greeting) })),
  );
  render(
    <CompositionContext value={composition}>
      <Slot
        remote={remote}
        component="Greeting"
        props={{ name: 'Ada' }}
        failed={(retry) => (
          <button type="button" onClick={retry}>
            Once more
          </button>
        )}
      />
    </CompositionContext>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Once more' }));
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('a part that is switched off says so, and its code is not loaded', async () => {
  const load = jest.fn(() => Promise.resolve(Greeting));
  const composition = {
    ...compositionOf(createComponentStore(scriptedLoader({ load }))),
    switchedOff: new Set(['mfe-a']),
  };
  render(
    <CompositionContext value={composition}>
      <Slot remote={remote} component="Greeting" props={{ name: 'Ada' }} />
      <Slot remote={remote} component="Greeting" props={{ name: 'Ben' }} title="Documents" />
      <Slot remote={testRelease('mfe-b')} component="Greeting" props={{ name: 'Cy' }} />
    </CompositionContext>,
  );
  expect(await screen.findByText('Hello Cy')).toBeInTheDocument();
  expect(screen.getByText('The mfe-a part is temporarily switched off.')).toBeInTheDocument();
  expect(screen.getByText('Documents is temporarily switched off.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /retry/i })).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});
