import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemoteSource } from './remote-source.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'remote-source-'));
  writeFileSync(join(dir, 'remote.config.ts'), '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test.each(['', '1', '1.0', 'next', '1.0.0+linux', '1.0.0-a..b', '1'.repeat(200)])(
  'a version that no release can have is refused before anything is built: %j',
  async (version) => {
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ version }));
    await expect(readRemoteSource(dir)).rejects.toThrow(
      `${join(dir, 'package.json')} has to be there and to name a version, like "version": "1.0.0".`,
    );
  },
);

test.each(['1.0.0', '0.12.3', '1.4.0-beta.2'])('a version of a release is taken: %j', async (version) => {
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ version }));
  await expect(readRemoteSource(dir)).rejects.toThrow('remote.config.ts');
});
