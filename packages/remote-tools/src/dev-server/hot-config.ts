import { extname, join } from 'node:path';
import type { Compiler, Configuration } from 'webpack';
import webpack from 'webpack';
import { moduleRules, type Workspace } from '../module-rules.ts';
import type { HotUpdates } from './hot-updates.ts';

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
