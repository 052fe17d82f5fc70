import type { User, UserSort } from '@cytocomm/contract';
import type { TestBrowser } from '../../testing/browser.ts';
import { testPortal } from '../../testing/portal.ts';
import { listFieldsOf, NEVER } from './record.ts';

// More people than are counted.
const MANY = 1300;
const FIRST = ['Åsa', 'bert', 'Carla', 'Dörte', 'Émile', 'Farid', 'grace'];
const day = (number: number) => new Date(Date.UTC(2020, 0, 1 + (number % 400)));

const portal = testPortal();
let admin: TestBrowser;
const people = Array.from({ length: MANY }, (_, number) => ({
  email: `p${String((number * 7919) % MANY).padStart(4, '0')}@${number % 50 === 0 ? 'fund.example' : 'lab.example'}`,
  name: `${FIRST[number % FIRST.length]} ${number % 3 === 0 ? 'Müller' : 'Smith'}`,
  roles: [number % 100 === 0 ? 'customer' : 'investor'],
  createdAt: day(number),
}));

beforeAll(async () => {
  await portal.connection
    .collection('users')
    .insertMany(people.map((person) => ({ ...person, ...listFieldsOf(person), lastSignInAt: NEVER })));
  admin = await portal.signedInAs('zoe@x.example', 'admin');
});

async function pagesOf(query: string): Promise<{ users: User[]; pages: number; total: string }> {
  const users: User[] = [];
  let next: string | undefined = `/api/admin/users?limit=100&${query}`;
  let [pages, total] = [0, ''];
  while (next !== undefined) {
    const answer = await admin.get(next);
    expect(answer.status).toBe(200);
    users.push(...(answer.body as User[]));
    total = String(answer.headers['x-total-count']);
    pages += 1;
    next = /^<([^>]+)>/.exec(String(answer.headers.link))?.[1];
  }
  return { users, pages, total };
}

const emails = (users: readonly User[]) => users.map(({ email }) => email);
const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
const KEYS: Record<string, (user: User) => string> = {
  email: () => '',
  name: ({ name }) => fold(name),
  createdAt: ({ createdAt = '' }) => createdAt,
  lastSignIn: ({ lastSignInAt = '' }) => lastSignInAt,
};

function inOrder(users: readonly User[], sort: string): readonly User[] {
  const keyOf = KEYS[sort.replace('-', '')] ?? (() => '');
  const ordered = users.toSorted((a, b) => {
    const [x, y] = [`${keyOf(a)} ${a.email}`, `${keyOf(b)} ${b.email}`];
    return x < y ? -1 : 1;
  });
  return sort.startsWith('-') ? ordered.reverse() : ordered;
}

const SORTS: readonly UserSort[] = [
  ...(['email', '-email', 'name', '-name', 'createdAt', '-createdAt', 'lastSignIn', '-lastSignIn'] as const),
];

it.each(SORTS)('pages of everybody by %s hold each person once, in order', async (sort) => {
  const { users, pages } = await pagesOf(`sort=${sort}`);
  expect(pages).toBe(14);
  expect(emails(users)).toEqual(emails(inOrder(users, sort)));
  expect(new Set(emails(users)).size).toBe(MANY + 1);
});

it.each(['-name', 'createdAt'])('pages of few and of many that a search finds are in the order of %s', async (sort) => {
  const few = await pagesOf(`search=fund.ex&sort=${sort}`);
  expect(few).toMatchObject({ total: '26', pages: 1 });
  expect(emails(few.users)).toEqual(emails(inOrder(few.users, sort)));
  const many = await pagesOf(`search=smith&sort=${sort}`);
  expect(many.users).toHaveLength(people.filter(({ name }) => name.includes('Smith')).length);
  expect(emails(many.users)).toEqual(emails(inOrder(many.users, sort)));
});

it.each([
  ['search=sm', people.filter(({ name }) => name.includes('Smith')).length],
  [
    'search=la+sm&sort=createdAt',
    people.filter(({ name, email }) => name.includes('Smith') && email.includes('lab')).length,
  ],
  ['role=investor&sort=-name', people.filter(({ roles }) => roles.includes('investor')).length],
  ['neverSignedIn=true&sort=name', MANY],
  ['neverSignedIn=false', 1],
  [
    'role=investor&search=muller',
    people.filter(({ name, roles }) => name.includes('M') && roles[0] === 'investor').length,
  ],
  ['search=muller+fund', people.filter(({ name, email }) => name.includes('M') && email.includes('fund')).length],
  [
    'addedAfter=2020-01-02T00:00:00Z&addedBefore=2020-01-03',
    people.filter(({ createdAt }) => createdAt.getTime() === day(1).getTime()).length,
  ],
  [
    'addedAfter=2020-02-01&sort=-createdAt',
    1 + people.filter(({ createdAt }) => createdAt >= new Date('2020-02-01')).length,
  ],
])('finds with %s as many as there are', async (query, count) => {
  const { users } = await pagesOf(query);
  expect(users).toHaveLength(count);
  expect(new Set(emails(users)).size).toBe(count);
});

it('counts everybody, but a search to 500 only, and says so', async () => {
  const headersOf = async (query: string) => (await admin.get(`/api/admin/users?limit=1&${query}`)).headers;
  expect(await headersOf('search=smith')).toMatchObject({ 'x-total-count': '500', 'x-total-count-relation': 'gte' });
  const all = await headersOf('');
  expect(all['x-total-count']).toBe(String(MANY + 1));
  expect(all).not.toHaveProperty('x-total-count-relation');
});

it('names of each person when they were added and signed in', async () => {
  const [newest] = (await admin.get('/api/admin/users?limit=1&sort=-lastSignIn')).body as User[];
  const name = { email: 'zoe@x.example', name: 'zoe', roles: ['admin'] };
  expect(newest).toEqual({ ...name, createdAt: expect.any(String), lastSignInAt: expect.any(String) });
});

it.each([
  ['role=King%20Kong', 'query.role'],
  ['addedBefore=2020-02-30', 'query.addedBefore'],
  ['search=a+b+c+d+e+f+g+h+i', 'query.search'],
  ['sort=name&cursor=WzEsImEiXQ', 'query.cursor'],
  ['sort=createdAt&cursor=WyJhIiwiYSJd', 'query.cursor'],
])('refuses %s and names the field', async (query, path) => {
  const answer = await admin.get(`/api/admin/users?${query}`);
  expect(answer.status).toBe(400);
  const { errors } = answer.body as { errors: { path: string }[] };
  expect(errors.map((error) => error.path)).toEqual([path]);
});
