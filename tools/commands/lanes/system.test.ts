import { findSystemTests, partOf, partsFor, partsNamed, SYSTEM_PARTS } from './system.ts';

const namesFor = (...changed: string[]) => partsFor(changed).map(({ name }) => name);

test('every system test belongs to a part, and every part has something to run', () => {
  const tests = findSystemTests();
  expect(tests.filter((test) => partOf(test) === undefined)).toEqual([]);
  const filled = new Set(tests.map((test) => partOf(test)?.name));
  const empty = SYSTEM_PARTS.filter(({ name, tests: folders }) => folders.length > 0 && !filled.has(name));
  expect(empty).toEqual([]);
});

test('a change runs the parts that cover it; a change of what all rest on runs all', () => {
  expect(namesFor('docs/security/asvs.md')).toEqual([]);
  expect(namesFor('tools/seed/src/rows.ts')).toEqual(['stack', 'pages', 'bench']);
  expect(namesFor('edge/nginx.conf')).toEqual(['stack', 'faults']);
  expect(namesFor('docs/security/asvs.md', 'bench/home.ts')).toEqual(['bench']);
  expect(namesFor('e2e/dashboards/layout.system.spec.ts')).toEqual(['pages']);
  expect(namesFor('package-lock.json')).toEqual(SYSTEM_PARTS.map(({ name }) => name));
});

test('parts are chosen by name; an unknown name is refused with those there are', () => {
  expect(partsNamed([])).toEqual(SYSTEM_PARTS);
  expect(partsNamed(['faults', 'stack']).map(({ name }) => name)).toEqual(['stack', 'faults']);
  expect(() => partsNamed(['stacks'])).toThrow('There is no part "stacks" of the system tests; there are: stack, ');
});
