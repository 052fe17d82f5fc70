import type { Compiler, Module } from 'webpack';

/** The module with which the federation plugin begins each build; its file's name is a hash of absolute paths. */
const FEDERATION_ENTRY = /[\\/]\.federation[\\/]entry\.[^\\/]*$/;

/** Returns the id of a module that the federation plugin makes up, undefined for every other module. */
function idOf(module: Module): string | undefined {
  if (FEDERATION_ENTRY.test(module.nameForCondition() ?? '')) return 'federation';
  // A container's identifier names the entry's file too.
  return module.identifier().startsWith('container entry') ? 'container' : undefined;
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
