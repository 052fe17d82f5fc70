import { extname, join } from 'node:path';
import type { Compiler, Configuration } from 'webpack';
import webpack from 'webpack';
import { moduleRules, type Workspace } from '../module-rules.ts';

const HOT_UPDATE = /\.hot-update\.(?:js|json)(?:\.map)?$/;

/** How many files are kept: those of some 30 changes. */
const MAX_FILES = 100;

/** Takes the hot updates of a watched build out of what it writes, so that they are no part of its release, and keeps the newest. */
export class HotUpdates {
  readonly #files = new Map<string, Buffer>();

  /** Returns a file of an update by its name; undefined for one that never was or is too old. */
  file(name: string): Buffer | undefined {
    return this.#files.get(name);
  }

  /** Hooks in after everything else has made its files; must come after webpack's plugin for hot updates. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('HotUpdates', (compilation) => {
      // Sheets are replaced by the page (`page/hot-page.ts`), not by code in each module that imports one.
      const { loader } = webpack.NormalModule.getCompilationHooks(compilation);
      loader.tap('HotUpdates', (context) => void Object.assign(context, { hot: false }));
    });
    compiler.hooks.thisCompilation.tap('HotUpdates', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'HotUpdates', stage }, () => {
        const updates = compilation.getAssets().filter(({ name }) => HOT_UPDATE.test(name));
        for (const { name, source } of compilation.errors.length > 0 ? [] : updates)
          this.#files.set(name, source.buffer());
        for (const { name } of updates) compilation.deleteAsset(name);
        for (const name of this.#files.keys()) if (this.#files.size > MAX_FILES) this.#files.delete(name);
      });
    });
  }
}

/** Keeps the shared scope of a build once there is one. */
class KeptScope extends webpack.RuntimeModule {
  constructor() {
    super('kept shared scope');
  }

  override generate(): string {
    const { require } = webpack.RuntimeGlobals;
    return `let scope = ${require}.S ?? {};
Object.defineProperty(${require}, 'S', {
  enumerable: true,
  configurable: true,
  get: () => scope,
  set(next) {
    if (Object.keys(scope).length === 0 || Object.keys(next).length > 0) scope = next;
  },
});`;
  }
}

/** The federation plugin begins the sharing of packages again in each hot update, with none: the scope of the page stays. */
class KeptScopePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('KeptScopePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('KeptScopePlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new KeptScope());
      });
    });
  }
}

/** Which side of the federation a build is. */
type Role = 'shell' | 'remote';

/** Returns a module of the page; its ending is another one where the package is installed. */
function pageModule(name: string): string {
  return join(import.meta.dirname, 'page', name + extname(import.meta.filename));
}

/** What the shell's pages of development do otherwise, each in the place of what production has. */
function replacements(role: Role, dir: string): webpack.WebpackPluginInstance[] {
  if (role === 'remote') return [];
  const integrity = join(dir, 'src', 'composition', 'integrity-in-development.ts');
  return [new webpack.NormalModuleReplacementPlugin(/^\.\/composition\/integrity\.ts$/, integrity)];
}

/**
 * Returns the development build of a shell or a remote that a page can follow: with hot updates, which `updates` takes,
 * React Refresh, and what joins the page before anything else of the build runs.
 */
export function hotConfig(
  configuration: Configuration,
  role: Role,
  workspace: Workspace,
  updates: HotUpdates,
): Configuration {
  const { resolve = {}, plugins = [] } = configuration;
  return {
    ...configuration,
    resolve: {
      ...resolve,
      alias: { ...resolve.alias, 'react/jsx-dev-runtime$': pageModule('jsx-dev-runtime') },
    },
    // A build that failed is no step between two others.
    optimization: { ...configuration.optimization, emitOnErrors: false },
    module: { ...configuration.module, rules: moduleRules('development', workspace, true) },
    plugins: [
      ...plugins,
      ...replacements(role, workspace.dir),
      // Without a name it stands before the modules of every entry.
      new webpack.EntryPlugin(workspace.dir, pageModule(`hot-${role}`), {}),
      new webpack.DefinePlugin({ PORTAL_BUILD: JSON.stringify(workspace.name) }),
      new webpack.HotModuleReplacementPlugin(),
      new KeptScopePlugin(),
      updates,
    ],
  };
}
