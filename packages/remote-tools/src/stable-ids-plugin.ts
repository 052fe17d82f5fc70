import type { Compiler, Module } from 'webpack';

/** The module with which the federation plugin begins each build; its file's name is a hash of absolute paths. */
const FEDERATION_ENTRY = /[\\/]\.federation[\\/]entry\.[^\\/]*$/;

/** A module that gives a package to the shared scope; its identifier ends with the place of the package. */
const PROVIDED = /^provide module \(([^)]*)\) (@?[^@]+)@/;

/** Returns the id of a module that the federation plugin makes up, undefined for every other module. */
export function idOf(module: Pick<Module, 'identifier' | 'nameForCondition'>): string | undefined {
  if (FEDERATION_ENTRY.test(module.nameForCondition() ?? '')) return 'federation';
  const identifier = module.identifier();
  // A container's identifier names the entry's file too.
  if (identifier.startsWith('container entry')) return 'container';
  // By its place it would take the number of another module in some folders, and not in others.
  const [, scope, name] = PROVIDED.exec(identifier) ?? [];
  return name === undefined ? undefined : `provide ${scope} ${name}`;
}

/** Sets ids that do not depend on where the checkout lies, for the modules that the federation plugin makes up. */
export class StableIdsPlugin {
  /** Sets the ids before webpack hands out its own, which leaves them as they are. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const id = idOf(module);
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
