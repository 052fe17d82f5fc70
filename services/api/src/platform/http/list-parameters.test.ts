import { CALL_SPECS } from '@cytocomm/contract';
import { z } from 'zod';
import { expectProblem } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const person = beforeTests(() => portal.signedInAs('all@x.example', 'admin', 'investor', 'customer', 'developer'));

/** Something for each part of an address; none of it is there. */
const PARAMS: Readonly<Record<string, string>> = { id: 'f'.repeat(24), remote: 'mfe-lab', email: 'unknown@x.example' };
/** What a list wants in any case. */
const WANTED: Readonly<Record<string, string>> = { '/api/search': 'q=words' };

/** All lists: what takes a page, an order or filters. */
const LISTS = CALL_SPECS.flatMap(({ call: { method, path }, query }) => {
  if (method !== 'GET' || !(query instanceof z.ZodObject)) return [];
  const fields = Object.keys(query.shape);
  if (!fields.some((name) => ['limit', 'sort', 'cursor'].includes(name))) return [];
  const address = path.replace(/:(\w+)/g, (_, name: string) => PARAMS[name] ?? `no ${name}`);
  return [{ address: `${address}?${WANTED[path] === undefined ? '' : `${WANTED[path]}&`}`, query }];
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['nonsense=x', 'query.nonsense'],
  ['__proto__=x', 'query.__proto__'],
  ['sort=nonsense', 'query.sort'],
  ['sort[$ne]=x', 'query.sort[$ne]'],
  ['limit=0', 'query.limit'],
  ['limit=201', 'query.limit'],
  ['limit=1000', 'query.limit'],
  ['limit=x', 'query.limit'],
  ['limit[$gt]=1', 'query.limit[$gt]'],
  ['cursor=%7B%7D', 'query.cursor'],
];

it.each(LISTS)('$address refuses each wrong parameter, and names it', async ({ address, query }) => {
  // Some lists take more than 200.
  const isMore = query.safeParse({ limit: '201' }).success;
  const parameters = REFUSED.filter(([parameter]) => !(isMore && parameter === 'limit=201'));
  const answers: (readonly [string, readonly string[]])[] = [];
  for (const [parameter] of parameters) {
    const { errors = [] } = expectProblem(await person.get(`${address}${parameter}`), 400, 'validation');
    answers.push([parameter, errors.map(({ path }) => path)]);
  }
  expect(answers).toEqual(parameters.map(([parameter, path]) => [parameter, [path]]));
});

it('the lists are those of the contract', () => {
  const lists = LISTS.map(({ address }) => address.replace('?', ''));
  for (const each of ['/api/documents', '/api/admin/users', '/api/admin/audit', '/api/admin/audit.csv', '/api/locks'])
    expect(lists).toContain(each);
  expect(lists.length).toBeGreaterThan(20);
});

it('names a bounded number of fields that it does not know', async () => {
  const body = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`field${number}`, 1]));
  const { errors = [] } = expectProblem(await portal.browser().post('/api/auth/magic-link', body), 400, 'validation');
  expect(errors).toHaveLength(20);
  expect(errors.map(({ path }) => path)).toContain('body.field1');
});
