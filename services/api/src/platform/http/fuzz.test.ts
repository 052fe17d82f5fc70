import { CALL_SPECS } from '@cytocomm/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { type Answer, expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { emailOf, PEOPLE, type Person, rolesOf } from '../../testing/people.ts';
import { testPortal } from '../../testing/portal.ts';

// Every parameter of every route, as the served OpenAPI document names them, with hostile values.

/** Of each route; each run of the tests takes other values. */
const RUNS = 4;
/** Calls that take a file, as a form. */
const FORMS = ['/api/admin/users/import', '/api/admin/documents', '/api/admin/press-releases/pictures'];
/** Calls whose addresses go around: what others append to the query is ignored. */
const HANDED_OUT = CALL_SPECS.filter(({ isHandedOut }) => isHandedOut).map(({ call }) =>
  call.path.replace(/:(\w+)/g, '{$1}'),
);
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const jsonSchema = z.record(z.string(), z.unknown());
const parameterSchema = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: jsonSchema });
const operationSchema = z.object({ parameters: z.array(parameterSchema) });
const documentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

/** Something to send for one parameter, as it stands in the address, and what the server reads there; undefined where nothing can be read. */
interface Sent {
  readonly raw: string;
  readonly text: string | undefined;
}

/** Text in an address. Half characters cannot stand there. */
const encoded = (text: string): Sent => {
  const whole = text.toWellFormed();
  return { raw: encodeURIComponent(whole), text: whole };
};

const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\n', '\ufffe', '\uffff', '\ufdd0', '\u{1ffff}', '\u202e', '\u009b', '１', 'é', '🧫'],
  ...['0', '-0', '-1', '101', '1e2', '1.5', '0x10', 'NaN', 'Infinity', '9'.repeat(400), '9007199254740993', ' 5', '５'],
  ...['null', 'undefined', 'true', '[object Object]', '[]', '{}', '{"$gt":""}', '$where', '$gt', '.*', '(a+)+$', '\\'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '<script>',
    "' or 1=1--",
    '../../etc/passwd',
    '%2e%2e',
    '%',
  ],
  ...[
    '0000-01-01T00:00:00+12:00',
    '+275760-09-13T00:00:00.001Z',
    '-271821-04-19T23:59:59Z',
    '9999-12-31T23:59:59-12:00',
  ],
  ...['2030-02-30T00:00:00Z', '2030-01-01', 'a@x.example', 'a@x.example,b@x.example', `${'a'.repeat(300)}@x.example`],
  ...['f'.repeat(24), 'F'.repeat(24), 'f'.repeat(23), 'x'.repeat(5000), 'x,'.repeat(500), 'created', 'investors'],
];
/** Escapes that are none, and bytes that are no UTF-8. */
const BROKEN = ['%', '%zz', '%c0%af', '%ff', '%ed%a0%80', '%u0041', '%E4'];

const place = fc.array(
  fc.oneof(
    fc.maxSafeInteger(),
    fc.constantFrom(8.64e15, 8.64e15 + 1, -8.64e15 - 1, Number.MAX_VALUE, 0.5, null, true, '', '\0', {}, [], {
      $gt: '',
    }),
    fc.constantFrom('f'.repeat(24), '0'.repeat(24), 'x'.repeat(24), 'a@x.example'),
    fc.string(),
  ),
  { maxLength: 4 },
);
const cursor = place.map((parts) => encoded(Buffer.from(JSON.stringify(parts)).toString('base64url')));
const value: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(encoded) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN).map((raw) => ({ raw, text: undefined })) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }).map(encoded) },
  { weight: 2, arbitrary: cursor },
);

/** Ways to write a parameter that takes one text, all of them wrong. */
const SHAPES: readonly ((name: string, raw: string) => string)[] = [
  (name, raw) => `${name}=${raw}&${name}=${raw}`,
  (name, raw) =>
    Array(500)
      .fill(`${name}=${raw.slice(0, 5)}`)
      .join('&'),
  (name, raw) => `${name}[]=${raw}`,
  (name, raw) => `${name}[$gt]=${raw}`,
  (name, raw) => `${name}[__proto__][x]=${raw}`,
  (name, raw) => `${name}.x=${raw}`,
  (name, raw) => `${name}%00=${raw}`,
];

interface Parameter {
  readonly name: string;
  /** Whether the document allows this text. */
  allows(text: string): boolean;
}

interface Operation {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
}

/** One call, and whether the document says that it is wrong. */
interface Attempt {
  readonly url: string;
  readonly isMalformed: boolean;
}

const portal = testPortal();
let operations: readonly Operation[];
const people = new Map<Person, { readonly browser: TestBrowser; readonly authorization: string | undefined }>();

beforeAll(async () => {
  for (const person of PEOPLE) {
    const email = emailOf(person);
    const browser = person === 'visitor' ? portal.browser() : await portal.signedInAs(email, ...rolesOf(person));
    const authorization = person === 'visitor' ? undefined : `Bearer ${await browser.token()}`;
    people.set(person, { browser, authorization });
  }
  const answer = await portal.browser().get('/api/openapi.json');
  // Where a schema by itself has the ones that it names.
  const text = answer.text.replaceAll('#/components/schemas/', '#/$defs/');
  const { paths, components } = read({ ...answer, body: JSON.parse(text) }, documentSchema);
  const parametersOf = (all: readonly z.infer<typeof parameterSchema>[], where: string): Parameter[] =>
    all
      .filter((each) => each.in === where)
      .map(({ name, schema }) => {
        const checked = z.fromJSONSchema({ ...schema, $defs: components.schemas });
        return { name, allows: (text) => checked.safeParse(text).success };
      });
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const parameters = methods[method]?.parameters;
      if (parameters === undefined) return [];
      return [{ method, path, inPath: parametersOf(parameters, 'path'), inQuery: parametersOf(parameters, 'query') }];
    }),
  );
});

async function send(person: Person, { method, path }: Operation, url: string): Promise<Answer> {
  const found = people.get(person);
  if (found === undefined) throw new Error(`no one is signed in as ${person}`);
  const { browser, authorization } = found;
  const byToken = authorization !== undefined && !path.startsWith('/api/auth/');
  return browser.call(method.toUpperCase(), url, {
    ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
    headers: byToken ? { Authorization: authorization } : {},
  });
}

function expectHarmless(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expectProblem(answer, answer.status);
}

/** Makes the call as an admin, who is let through everywhere, and as somebody else. */
async function expectRefused(person: Person, operation: Operation, { url, isMalformed }: Attempt): Promise<void> {
  const [byAdmin, other] = await Promise.all([send('admin', operation, url), send(person, operation, url)]);
  for (const answer of [byAdmin, other]) expectHarmless(answer);
  if (!isMalformed) return;
  // A call that takes a file refuses another type of body before it looks at the rest.
  const refusals = FORMS.includes(operation.path) ? [400, 415] : [400];
  expect([url, refusals]).toEqual([url, expect.arrayContaining([byAdmin.status])]);
  expect([...refusals, 401, 403]).toContain(other.status);
}

const GOOD: Readonly<Record<string, string>> = { id: 'f'.repeat(24), email: 'somebody.unknown@x.example' };
const filled = (path: string, name?: string, raw?: string) =>
  path.replace(/\{(\w+)\}/g, (_, each: string) => (each === name && raw !== undefined ? raw : (GOOD[each] ?? 'x')));

/** Attempts at one operation: one parameter is wrong, or one that there is not is sent. */
function attemptsAt({ path, inPath, inQuery }: Operation): fc.Arbitrary<Attempt> {
  const isStrict = !HANDED_OUT.includes(path);
  const unknown = fc
    .tuple(fc.constantFrom('x', '__proto__', 'constructor', '$where', 'limit[$gt]', '%00', '%ff'), value)
    .map(([name, { raw }]) => ({ url: `${filled(path)}?${name}=${raw}`, isMalformed: isStrict }));
  const query = inQuery.map(({ name, allows }) =>
    fc.oneof(
      value.map(({ raw, text }) => ({
        url: `${filled(path)}?${name}=${raw}`,
        // What bytes that are no text are read as is the parser's matter.
        isMalformed: text !== undefined && !allows(text),
      })),
      fc
        .tuple(fc.constantFrom(...SHAPES), value)
        .map(([shape, { raw }]) => ({ url: `${filled(path)}?${shape(name, raw)}`, isMalformed: isStrict })),
    ),
  );
  const inside = inPath.map(({ name, allows }) =>
    // An empty name and dots make it another address.
    value
      .filter(({ raw }) => !/^\.{0,2}$/.test(raw) && !/^%2e/i.test(raw))
      .map(({ raw, text }) => ({
        url: filled(path, name, raw),
        isMalformed: text === undefined ? false : !allows(text),
      })),
  );
  return fc.oneof(unknown, ...query, ...query, ...inside, ...inside);
}

const other = fc.constantFrom(...PEOPLE.filter((person) => person !== 'admin'));

it('no parameter of any route is a way to a fault: what the document does not allow is 400, and every refusal says what it is', async () => {
  expect(operations.length).toBeGreaterThan(50);
  for (const operation of operations) {
    const runs = operation.inPath.length + operation.inQuery.length === 0 ? 2 : RUNS;
    const refused = fc.asyncProperty(other, attemptsAt(operation), (person, attempt) =>
      expectRefused(person, operation, attempt),
    );
    await fc.assert(refused, { numRuns: runs });
  }
}, 180_000);

it.each([8.64e15 + 1, -8.64e15 - 1, Number.MAX_SAFE_INTEGER, 0.5, '', null])(
  'a place in a list that lies at %j is 400 wherever there is a cursor',
  async (time) => {
    const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const paged = operations.filter(
      ({ method, inQuery }) => method === 'get' && inQuery.some(({ name }) => name === 'cursor'),
    );
    expect(paged.length).toBeGreaterThan(5);
    for (const { path } of paged) {
      if (path === '/api/admin/users') continue;
      const url = `${filled(path)}?cursor=${cursorOf([time, 'f'.repeat(24)])}`;
      const answer = await send('admin', { method: 'get', path, inPath: [], inQuery: [] }, url);
      // A list of what there is not is 404 before its place is looked at; a remote without releases and a person without accesses have an empty one.
      expect([path, answer.status]).toEqual([path, path.replace(/{remote}|{email}/, '').includes('{') ? 404 : 400]);
    }
  },
);

it('after all this everybody is still signed in, and everything is still there', async () => {
  for (const [person, { browser }] of people) {
    if (person !== 'visitor') expect((await browser.get(`/api/users/${person}@x.example`)).status).toBe(200);
  }
});
