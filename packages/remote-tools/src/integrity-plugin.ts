import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/** One credentials mode for every file: a preload is only used by a request of the same mode. */
function guard(element: string, address: string): string {
  return [
    `${element}.crossOrigin = 'anonymous';`,
    `if (globalThis.portalIntegrity) ${element}.integrity = globalThis.portalIntegrity(${address});`,
  ].join('\n');
}

/**
 * Sets on every script and stylesheet that a build loads later the integrity value the lock holds for it, so the browser
 * refuses a file that was altered after its release. The shell puts the look-up on `globalThis.portalIntegrity`;
 * where there is none (the stand-alone harness) files load unchecked.
 */
export class IntegrityPlugin {
  /** Hooks into webpack's own loaders for scripts and for extracted stylesheets. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const scripts = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      scripts.createScript.tap('IntegrityPlugin', (source) => `${source}\n${guard('script', 'url')}`);
      const styles = MiniCssExtractPlugin.getCompilationHooks(compilation);
      styles.beforeTagInsert.tap('IntegrityPlugin', (source) => `${source}\n${guard('linkTag', 'linkTag.href')}`);
    });
  }
}
