/**
 * Follows the scripts that a build loads, and returns what resolves when none is on its way: an old one that came after an
 * update would put its modules back.
 */
export function followLoads(webpack: WebpackRuntime): () => Promise<void> {
  const loads = new Set<Promise<void>>();
  const load = webpack.l;
  webpack.l = (url, done, ...more) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      loads.delete(promise);
      resolve();
    };
    loads.add(promise);
    try {
      load(
        url,
        (event) => {
          done(event);
          end();
        },
        ...more,
      );
    } catch (error) {
      end();
      throw error;
    }
  };
  return async () => {
    while (loads.size > 0) await Promise.all(loads);
  };
}

/** A module while it runs, and webpack's interface for replacing it. */
export interface HotModule {
  readonly id: string | number;
  exports: unknown;
  readonly hot: {
    /** What the module before it left in `dispose`. */
    readonly data?: { exports?: unknown };
    accept(): void;
    dispose(leave: (data: { exports?: unknown }) => void): void;
    invalidate(): void;
    /** Loads the next update and applies it. Resolves to null when there is none; rejects when it cannot be applied. */
    check(apply: true): Promise<unknown>;
  };
}

/** Runs a module. */
type Factory = (module: HotModule, exports: unknown, require: unknown) => void;

/** What webpack's runtime leaves in `__webpack_require__`, as far as it is used here. */
export interface WebpackRuntime {
  /** With what the addresses of its files begin. */
  p: string;
  /** The hash of the build that is in the page. */
  h(): string;
  /** Loads a script and calls `done` when it has run or failed. */
  l(url: string, done: (event: unknown) => void, ...more: readonly unknown[]): void;
  /** What is asked for a part of each update, by the kind of it. */
  readonly hmrC: Record<string, unknown>;
  /** Are called before each module runs. */
  readonly i: ((execution: { factory: Factory }) => void)[];
}

declare global {
  /** Webpack's runtime of the build that a module is in. */
  const __webpack_require__: WebpackRuntime;
  interface ImportMeta {
    /** Webpack's: of the module that reads it. */
    readonly webpackHot: HotModule['hot'];
  }
}
