import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStackFolder } from './places.ts';

test('the logs of the run before are kept, of that alone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-folder-'));
  try {
    for (const run of ['first', 'second', 'third']) writeFileSync(join(makeStackFolder(dataDir), 'api-1.log'), run);
    expect(readdirSync(dataDir).toSorted()).toEqual(['stack', 'stack-previous']);
    expect(readFileSync(join(dataDir, 'stack-previous', 'api-1.log'), 'utf8')).toBe('second');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
