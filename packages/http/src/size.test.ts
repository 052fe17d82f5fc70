/** @jest-environment node */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type Stats } from 'webpack';

const MAX_BYTES = 2048;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'http-size-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns how many bytes what is exported weighs: minified, by brotli. */
async function weigh(exported: string): Promise<number> {
  const source = `export ${exported} from ${JSON.stringify(join(__dirname, 'index.ts'))};`;
  const config: Configuration = {
    mode: 'production',
    target: ['web', 'es2022'],
    entry: `data:text/javascript,${encodeURIComponent(source)}`,
    context: __dirname,
    output: { path: folder, filename: 'bundle.js', library: { type: 'module' }, module: true },
    experiments: { outputModule: true },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: require.resolve('swc-loader'),
          options: { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } },
        },
      ],
    },
    optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })] },
  };
  const stats = await new Promise<Stats | undefined>((done, fail) =>
    webpack(config, (error, result) => (error ? fail(error) : done(result))),
  );
  expect(stats?.toJson({ errors: true }).errors).toEqual([]);
  return brotliCompressSync(readFileSync(join(folder, 'bundle.js'))).length;
}

test('the whole client stays under 2 KB', async () => {
  const bytes = await weigh('*');
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});
