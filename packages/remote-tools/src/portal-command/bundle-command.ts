import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { runWebpack } from '../build.ts';

const require = createRequire(import.meta.url);

/** Writes the command `portal` as one file that needs nothing but Node. Throws BuildFailed. */
export async function bundleCommand(file: string): Promise<void> {
  await runWebpack({
    mode: 'production',
    target: 'node20',
    entry: resolve(import.meta.dirname, 'main.ts'),
    output: { path: dirname(resolve(file)), filename: basename(file), module: true, chunkFormat: 'module' },
    experiments: { outputModule: true },
    optimization: { minimize: false },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          exclude: /node_modules\/(?!@cytocomm)/,
          loader: require.resolve('swc-loader'),
          options: { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } },
        },
      ],
    },
  });
}
