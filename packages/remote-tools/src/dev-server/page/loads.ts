import type { WebpackRuntime } from './webpack-runtime.ts';

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
