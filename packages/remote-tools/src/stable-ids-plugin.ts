import type { Compiler, Module } from 'webpack';

/** The federation plugin writes its start module to a file whose name is a hash over absolute paths. */
const FEDERATION_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;

function stableId(module: Module): string | undefined {
  if (FEDERATION_START.test(module.nameForCondition() ?? '')) return 'federation-start';
  // A container's identifier names the start module's file too.
  return module.identifier().startsWith('container entry') ? 'container' : undefined;
}

/** Gives the modules that the federation plugin makes up ids that do not depend on where the checkout lies. */
export class StableIdsPlugin {
  /** Sets the ids before webpack hands out its own, which it then leaves alone. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules) {
          const id = stableId(module);
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
