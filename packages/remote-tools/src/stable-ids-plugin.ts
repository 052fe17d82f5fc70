import webpack, { type Compiler } from 'webpack';

/** The federation plugin writes its start module to a file whose name is a hash over absolute paths. */
const FEDERATION_START = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;

/** Gives the federation plugin's start module an id that does not depend on where the checkout lies. */
export class StableIdsPlugin {
  /** Sets the id before webpack hands out its own, which it then leaves alone. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableIdsPlugin', (modules) => {
        for (const module of modules)
          if (module instanceof webpack.NormalModule && FEDERATION_START.test(module.resource))
            compilation.chunkGraph.setModuleId(module, 'federation-start');
      });
    });
  }
}
