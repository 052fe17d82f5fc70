import webpack, { type Compiler } from 'webpack';

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
export class KeptScopePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('KeptScopePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('KeptScopePlugin', (chunk) => {
        compilation.addRuntimeModule(chunk, new KeptScope());
      });
    });
  }
}
