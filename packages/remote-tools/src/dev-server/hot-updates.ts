import webpack, { type Compiler } from 'webpack';

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
      // Sheets are replaced by the page (`page/styles.ts`), not by code in each module that imports one.
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
