/**
 * The runtime of the federation. In the shell's build it stands in the place of `@module-federation/webpack-bundler-runtime`;
 * a remote has none of its own and finds this one as `globalThis.portalFederation`.
 *
 * It follows the interface between that package and the plugin of `@module-federation/enhanced` 2.9.2, which is internal to the
 * two: with another version every name below may mean something else. `official-runtime.ts` is the package itself behind the
 * same global; the stories of `e2e/composition` hold both to one behavior.
 */

/** Runs a shared module, once; returns what it exports. */
type Factory = () => unknown;

/** A package that a build gives: at once, or with a chunk of its own. */
interface GivenPackage {
  readonly version: string;
  get(): Factory | Promise<Factory>;
}

type GivenPackages = Readonly<Record<string, readonly GivenPackage[]>>;

/** A package in the form that containers with another runtime understand. */
interface SharedPackage {
  readonly get: GivenPackage['get'];
  readonly from: string;
  /** Already chosen: no other version of it takes its place. */
  readonly loaded: true;
}

type ModuleId = string | number;
/** Package, version, the package. */
type SharedScope = Record<string, Record<string, SharedPackage>>;

/** What the plugin leaves in each build's `__webpack_require__`. */
interface WebpackRequire {
  /** Modules by id. */
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>;
  /** Modules that have run, by id. */
  readonly c: Record<ModuleId, unknown>;
  S?: { readonly default: SharedScope };
  readonly federation: {
    readonly initOptions: {
      readonly name: string;
      readonly shared?: GivenPackages;
    };
  };
  readonly consumesLoadingData: {
    readonly moduleIdToConsumeDataMapping?: Readonly<Record<ModuleId, { readonly shareKey: string }>>;
  };
}

interface ThisBuild {
  readonly webpackRequire: WebpackRequire;
}

interface InitialModules extends ThisBuild {
  readonly initialConsumes: readonly ModuleId[];
}

interface ModulesOfChunk extends ThisBuild {
  readonly chunkId: ModuleId;
  readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>;
  /** What of the build is here (0) or on its way. */
  readonly installedModules: Record<ModuleId, Promise<void> | 0>;
  /** Settle before the chunk's own modules run. */
  readonly promises: Promise<void>[];
}

/** A build takes a package that the shell does not give. */
class PackageNotGiven extends Error {
  override readonly name = 'PackageNotGiven';
}

/** What each shared scope began with: a container can change the scope itself as it likes. */
const givenIn = new WeakMap<SharedScope, GivenPackages>();

function packageFor({ federation, consumesLoadingData, S }: WebpackRequire, id: ModuleId): GivenPackage {
  const name = consumesLoadingData.moduleIdToConsumeDataMapping?.[id]?.shareKey ?? String(id);
  const [shared] = (S && givenIn.get(S.default)?.[name]) ?? [];
  if (!shared) throw new PackageNotGiven(`${federation.initOptions.name} takes ${name}, which the shell does not give`);
  return shared;
}

function install({ m, c }: WebpackRequire, id: ModuleId, factory: () => Factory): void {
  m[id] = (module) => {
    // The factory's own build keeps the module; kept here as well, one that throws would be handed out half done.
    delete c[id];
    module.exports = factory()();
  };
}

const bundlerRuntime = {
  /** Begins a build: puts what it gives into its shared scope, another for each that is handed one. Only the shell gives something. */
  init({ webpackRequire }: ThisBuild): { readonly name: string } {
    const { name, shared = {} } = webpackRequire.federation.initOptions;
    webpackRequire.S = {
      // A container with a runtime of its own writes into its scope: what it changes there reaches no other.
      get default() {
        const scope: SharedScope = {};
        for (const [request, versions] of Object.entries(shared))
          scope[request] = Object.fromEntries(
            versions.map(({ version, get }) => [version, { get, from: name, loaded: true }]),
          );
        givenIn.set(scope, shared);
        return scope;
      },
    };
    return { name };
  },

  /** Hands the shell's shared scope to a remote's build. */
  initContainerEntry({ webpackRequire, shareScope }: ThisBuild & { readonly shareScope: SharedScope }): void {
    webpackRequire.S = { default: shareScope };
  },

  /** Nothing to do when sharing starts: `init` has registered everything. */
  I: () => true,

  /** Installs the shared packages that a build's first script imports; they are there at once. */
  installInitialConsumes({ webpackRequire, initialConsumes }: InitialModules): void {
    for (const id of initialConsumes)
      install(webpackRequire, id, () => {
        const factory = packageFor(webpackRequire, id).get();
        if (typeof factory === 'function') return factory;
        throw new PackageNotGiven(`module ${id} of ${webpackRequire.federation.initOptions.name} is not there at once`);
      });
  },

  /** Installs the shared packages that a chunk imports. A failure is not kept: the next load tries again. */
  consumes({ webpackRequire, chunkId, chunkMapping, installedModules, promises }: ModulesOfChunk): void {
    const load = async (id: ModuleId) => {
      try {
        const factory = await packageFor(webpackRequire, id).get();
        install(webpackRequire, id, () => factory);
        installedModules[id] = 0;
      } catch (error) {
        delete installedModules[id];
        throw error;
      }
    };
    for (const id of chunkMapping[chunkId] ?? []) {
      if (installedModules[id] === 0) continue;
      const loading = installedModules[id] ?? load(id);
      installedModules[id] = loading;
      promises.push(loading);
    }
  },
};

declare global {
  /** The federation's runtime, for the builds that carry none. */
  var portalFederation: unknown;
}

const federation = Object.freeze({ runtime: Object.freeze({}), bundlerRuntime: Object.freeze(bundlerRuntime) });
// For good: what one remote changed here would stop all that are loaded later.
Object.defineProperty(globalThis, 'portalFederation', { value: federation, enumerable: true });

export default federation;
