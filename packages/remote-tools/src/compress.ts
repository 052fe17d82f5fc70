import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|html|txt|xml|webmanifest)$/;
/** Below this a compressed twin saves less than a header costs. */
const SMALLEST_BYTES = 512;

/** Writes a brotli and a gzip twin beside each text file, so that no request waits for compression. */
export async function compressFiles(dir: string, paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths
      .filter((path) => COMPRESSIBLE.test(path))
      .map(async (path) => {
        const content = await readFile(join(dir, path));
        if (content.length < SMALLEST_BYTES) return;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
        await Promise.all([writeFile(join(dir, `${path}.br`), br), writeFile(join(dir, `${path}.gz`), gz)]);
      }),
  );
}
