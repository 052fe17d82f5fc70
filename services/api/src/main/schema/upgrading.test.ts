import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from './schema.ts';

const document = readFileSync(join(__dirname, '..', '..', '..', '..', '..', 'docs', 'run-it', 'upgrade.md'), 'utf8');

test('docs/run-it/upgrade.md tells of every migration, in their order', () => {
  const documented = [...document.matchAll(/^\| `(\d{4}-[a-z\d.-]+)` \|/gm)].map(([, name]) => name);
  expect(documented).toEqual(MIGRATIONS.map(({ name }) => name));
});
