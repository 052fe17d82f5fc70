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

test('a configuration that cannot be parsed is told with file, line and the lines around', async () => {
  const file = join(dir, 'remote.config.ts');
  writeFileSync(join(dir, 'package.json'), '{"version":"1.0.0"}');
  writeFileSync(file, "export default {\n  name: 'mfe-lab',\n  title: 'Lab'\n  contract: '^1.2.0',\n};\n");
  const words = await readRemoteSource(dir).then(String, ({ message }: Error) => message);
  expect(words).toContain(`remote.config.ts cannot be read. ${file}:4: Expected ','`);
  expect(words).toContain("4 |   contract: '^1.2.0',");
  expect(words).not.toMatch(/Stack backtrace|Caused by|node_modules/);
});
