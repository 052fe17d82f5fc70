import federation from './federation-runtime.ts';

const { init, initContainerEntry, installInitialConsumes, consumes, I } = federation.bundlerRuntime;

type WebpackRequire = Parameters<typeof init>[0]['webpackRequire'];
type Given = NonNullable<WebpackRequire['federation']['initOptions']['shared']>[string][number];

/** A build as the plugin leaves it: what it gives, and which package each of its module ids stands for. */
function build(
  name: string,
  shareScope: Readonly<Record<string, Given['get']>>,
  taken: Readonly<Record<number, string>>,
) {
  const cache: Record<string | number, unknown> = {};
  const webpackRequire: WebpackRequire = {
    m: {},
    c: cache,
    federation: {
      initOptions: {
        name,
        shared: Object.fromEntries(Object.entries(shareScope).map(([key, get]) => [key, [{ version: '1.0.0', get }]])),
      },
    },
    consumesLoadingData: {
      moduleIdToConsumeDataMapping: Object.fromEntries(
        Object.entries(taken).map(([id, shareKey]) => [id, { shareKey }]),
      ),
    },
  };
  const installedModules = {};
  init({ webpackRequire });
  return {
    webpackRequire,
    /** Loads a chunk as webpack does, as far as its shared packages go. */
    async loadChunk(...ids: number[]) {
      const promises: Promise<void>[] = [];
      const chunkMapping = { chunk: ids };
      consumes({ webpackRequire, chunkId: 'chunk', chunkMapping, installedModules, promises });
      await Promise.all(promises);
    },
    /** Runs a module as webpack does. */
    run(id: number): unknown {
      const module = { exports: undefined as unknown };
      cache[id] = module;
      webpackRequire.m[id]?.(module);
      return module.exports;
    },
  };
}

function remoteOf(shell: ReturnType<typeof build>, taken: Readonly<Record<number, string>>, name = 'mfe_a') {
  const remote = build(name, {}, taken);
  const shareScope = shell.webpackRequire.S?.default;
  if (!shareScope) throw new Error('the shell has no shared scope');
  initContainerEntry({ webpackRequire: remote.webpackRequire, shareScope });
  return remote;
}

test('remotes find it under its global', () => {
  expect(globalThis.portalFederation).toBe(federation);
  expect(I()).toBe(true);
});

test.each<[string, () => unknown]>([
  ['another in its place', () => Reflect.set(globalThis, 'portalFederation', {})],
  ['none in its place', () => Reflect.deleteProperty(globalThis, 'portalFederation')],
  ['another begin', () => Reflect.set(federation.bundlerRuntime, 'init', () => undefined)],
  ['another way to packages', () => Reflect.deleteProperty(federation.bundlerRuntime, 'consumes')],
  ['another set of functions', () => Reflect.set(federation, 'bundlerRuntime', {})],
  ['a getter', () => Reflect.defineProperty(federation, 'runtime', { get: () => undefined })],
])('a remote cannot put %s for those that are loaded later', async (_, change) => {
  expect(change()).toBe(false);
  expect(globalThis.portalFederation).toBe(federation);
  const remote = remoteOf(build('shell', { react: () => () => 'the one React' }, {}), { 1: 'react' });
  await remote.loadChunk(1);
  expect(remote.run(1)).toBe('the one React');
});

test('what is there at once is installed before the first script of a build runs', () => {
  const shell = build('shell', { react: () => () => 'the one React' }, { 7: 'react' });
  installInitialConsumes({ webpackRequire: shell.webpackRequire, initialConsumes: [7] });
  expect(shell.run(7)).toBe('the one React');
});

test('what has a chunk of its own cannot be imported by a first script, and the message says whose', () => {
  const shell = build('shell', { charts: async () => () => 'charts' }, { 3: 'charts' });
  installInitialConsumes({ webpackRequire: shell.webpackRequire, initialConsumes: [3] });
  expect(() => shell.run(3)).toThrow('module 3 of shell is not there at once');
});

test('two remotes that wait for a package get one instance of it', async () => {
  const chunk = Promise.withResolvers<() => unknown>();
  const shell = build('shell', { kit: () => chunk.promise }, {});
  const a = remoteOf(shell, { 1: 'kit' });
  const b = remoteOf(shell, { 5: 'kit' }, 'mfe_b');
  const both = Promise.all([a.loadChunk(1), b.loadChunk(5)]);
  const instance = { state: 1 };
  chunk.resolve(() => instance);
  await both;
  expect(a.run(1)).toBe(instance);
  expect(b.run(5)).toBe(instance);
});

test('two chunks that ask for a package at once wait for one load, and a later one for none', async () => {
  const get = jest.fn(async () => () => 'kit');
  const remote = remoteOf(build('shell', { kit: get }, {}), { 1: 'kit' });
  await Promise.all([remote.loadChunk(1), remote.loadChunk(1)]);
  await remote.loadChunk(1);
  expect(get).toHaveBeenCalledTimes(1);
  expect(remote.run(1)).toBe('kit');
});

test('a package that could not be loaded fails the chunk with its own error; the next load heals it', async () => {
  const get = jest.fn(async () => () => 'kit' as unknown);
  get.mockRejectedValueOnce(new Error('Loading chunk 3 failed'));
  const remote = remoteOf(build('shell', { kit: get }, {}), { 1: 'kit' });
  await expect(remote.loadChunk(1)).rejects.toThrow('Loading chunk 3 failed');
  await remote.loadChunk(1);
  expect(remote.run(1)).toBe('kit');
});

test('a shared module that throws while it starts is not kept half done', async () => {
  const start = jest.fn(() => 'kit' as unknown);
  start.mockImplementationOnce(() => {
    throw new Error('boom');
  });
  const remote = remoteOf(build('shell', { kit: () => start }, {}), { 1: 'kit' });
  await remote.loadChunk(1);
  expect(() => remote.run(1)).toThrow('boom');
  expect(remote.webpackRequire.c[1]).toBeUndefined();
  expect(remote.run(1)).toBe('kit');
});

test('a package that the shell does not give fails the chunk with the names of both', async () => {
  const remote = remoteOf(build('shell', { react: () => () => 'React' }, {}), { 1: 'react', 2: 'lodash' });
  await expect(remote.loadChunk(1, 2)).rejects.toThrow('mfe_a takes lodash, which the shell does not give');
  await remote.loadChunk(1);
  expect(remote.run(1)).toBe('React');
});

type Scope = NonNullable<WebpackRequire['S']>['default'];
const another: Scope[string][string] = { get: () => () => 'another', from: 'mfe_other', loaded: true };

test.each<[string, (scope: Scope) => unknown]>([
  ['adds a newer version', ({ react }) => Object.assign(react ?? {}, { '99.0.0': another })],
  ['adds a version that sorts first', ({ react }) => Object.assign(react ?? {}, { 99: another })],
  ['puts its own in the place of the shell’s', ({ react }) => Object.assign(react ?? {}, { '1.0.0': another })],
  ['alters the shell’s', ({ react }) => Object.assign(react?.['1.0.0'] ?? {}, another)],
  ['takes a package out', (scope) => delete scope.react],
  ['freezes it', (scope) => Object.freeze(scope)],
])(
  'a container with a runtime of its own that is given the scope and %s changes nothing for others',
  async (_, change) => {
    const shell = build('shell', { react: () => () => 'the shell’s' }, {});
    const shareScope = shell.webpackRequire.S?.default ?? {};
    change(shareScope);
    const remote = remoteOf(shell, { 1: 'react' });
    await remote.loadChunk(1);
    expect(remote.run(1)).toBe('the shell’s');
    // Another container with a runtime of its own takes what stands in the scope.
    const next = shell.webpackRequire.S?.default;
    expect(next).not.toBe(shareScope);
    expect(next).toEqual({ react: { '1.0.0': { get: expect.any(Function), from: 'shell', loaded: true } } });
    const factory = await next?.react?.['1.0.0']?.get();
    expect(factory?.()).toBe('the shell’s');
  },
);

test('a remote that is initialized again with another scope keeps the shell’s', async () => {
  const remote = remoteOf(build('shell', { react: () => () => 'the shell’s' }, {}), { 1: 'react' });
  initContainerEntry({ webpackRequire: remote.webpackRequire, shareScope: { react: { '1.0.0': another } } });
  await expect(remote.loadChunk(1)).rejects.toThrow('mfe_a takes react, which the shell does not give');
});
