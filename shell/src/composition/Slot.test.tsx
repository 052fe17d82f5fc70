import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { testLock, testRelease } from '../testing-lock.ts';
import { CompositionContext } from './composition-context.ts';
import { createFailedParts } from './failed-parts.ts';
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
  const typed = async <Props,>(work: Promise<unknown>): Promise<ComponentType<Props>> => {
    const value = await work;
    if (!isComponent<Props>(value)) throw new TypeError('the script of this test gave no component');
    return value;
  };
  return {
    loaded: <Props,>() => (isComponent<Props>(loaded) ? loaded : undefined),
    load: () => typed(load()),
    reload: () => typed(reload()),
  };
}

function renderSlot(script: Script, beside: ReactNode = null, failure?: RemoteFailed) {
  const failures: RemoteFailed[] = [];
  const composition = {
    lock: testLock(remote),
    loader: scriptedLoader(script),
    onFailure: (failure: RemoteFailed) => void failures.push(failure),
    failedParts: createFailedParts(),
  };
  render(
    <CompositionContext value={composition}>
      <Slot remote={remote} component="Greeting" props={{ name: 'Ada' }} failure={failure} />
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

test('a failure names the part, is reported once, and leaves what stands beside it alone', async () => {
  const failures = renderSlot({ load: failing('entry') }, <p>Neighbour</p>);
  expect(await screen.findByText(/The mfe-a part could not be loaded/)).toBeInTheDocument();
  expect(screen.getByText('Neighbour')).toBeInTheDocument();
  expect(failures.map(({ phase, component }) => [phase, component])).toEqual([['entry', 'Greeting']]);
});

test('a failure from before is told at once and reported, without a second attempt; Retry makes one', async () => {
  const before = new RemoteFailed(remote, 'Greeting', 'entry', new Error('hung'));
  const load = jest.fn(failing('entry'));
  const failures = renderSlot({ load, reload: () => Promise.resolve(Greeting) }, null, before);
  expect(screen.getByText(/could not be loaded/)).toBeInTheDocument();
  expect(failures).toEqual([before]);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: /retry/i }));
  expect(await screen.findByText('Hello Ada')).toBeInTheDocument();
});

test('Retry loads anew and heals as soon as the fault is gone; a second failure is told again', async () => {
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

  test('loses only its slot, and Retry renders it anew', async () => {
    broken = true;
    const failures = renderSlot({ load: () => Promise.resolve(Fragile) }, <p>Neighbour</p>);
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
    expect(failures.map(({ phase }) => phase)).toEqual(['render']);
    expect(screen.getByText('Neighbour')).toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: /retry/i }));
    expect(await screen.findByText('Recovered Ada')).toBeInTheDocument();
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
  const composition = {
    lock: testLock(remote),
    loader: scriptedLoader({ load }),
    onFailure: () => {},
    failedParts: createFailedParts(),
  };
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
  const composition = {
    lock: testLock(remote),
    loader: scriptedLoader({ load: failing('entry'), reload: () => Promise.resolve(Greeting) }),
    onFailure: () => {},
    failedParts: createFailedParts(),
  };
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
