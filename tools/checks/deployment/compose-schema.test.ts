import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';

const require = createRequire(import.meta.url);
/** The Compose Specification's own schema, as the linter dclint carries it. */
const SCHEMA = join(dirname(require.resolve('dclint/package.json')), 'schemas', 'compose.schema.json');

const root = join(import.meta.dirname, '..', '..', '..');
// Its `$schema` is an address of draft 7 that ajv does not know by this name.
const { $schema: draft, ...schema } = z
  .looseObject({ $schema: z.string() })
  .parse(JSON.parse(readFileSync(SCHEMA, 'utf8')));
const accepts = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
const faultsOf = (text: string) =>
  accepts(parse(text, { merge: true }))
    ? []
    : (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

test('the schema is that of the Compose Specification', () => {
  expect(draft).toMatch(/draft-07/);
  expect(schema).toMatchObject({ title: 'Compose Specification' });
});

test.each(['docker-compose.yml', 'deploy/company-account.yml'])('%s follows the Compose Specification', (name) => {
  expect(faultsOf(readFileSync(join(root, name), 'utf8'))).toEqual([]);
});

test.each([
  ['a key that is none', 'read_only: true', 'readonly: true'],
  ['a condition that is none', 'condition: service_healthy', 'condition: service_well'],
  ['a value of another kind', 'pids_limit: 200', 'pids_limit: [200]'],
])('%s is refused', (_, right, wrong) => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  expect(text).toContain(right);
  expect(faultsOf(text.replace(right, wrong))).not.toEqual([]);
});
