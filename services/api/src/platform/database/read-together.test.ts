import { setImmediate as turn } from 'node:timers/promises';
import { inRequest } from '../calls/request-id.ts';
import { readTogether } from './record.ts';

interface Row {
  readonly key: string;
  readonly value: number;
}

interface Asked {
  readonly keys: readonly string[];
  readonly comment: string | undefined;
  readonly answer: (rows?: readonly Row[]) => void;
  readonly fail: (error: Error) => void;
}

/** A lookup, and what it has asked the database so far; the test answers. */
function lookup() {
  const queries: Asked[] = [];
  const find = readTogether<Row>(
    ({ key }) => key,
    (keys, comment) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
      const answer = (rows: readonly Row[] = keys.map((key) => ({ key, value: key.length }))) => resolve(rows);
      queries.push({ keys, comment, answer, fail: reject });
      return promise;
    },
  );
  return { queries, find };
}

it('asks once for all calls of one turn, and gives each its own', async () => {
  const { queries, find } = lookup();
  const found = Promise.all(['ada', 'grace', 'ada'].map(find));
  await turn();
  expect(queries.map(({ keys }) => keys)).toEqual([['ada', 'grace']]);
  queries[0]?.answer();
  expect((await found).map((each) => each?.value)).toEqual([3, 5, 3]);
});

it('returns nothing for a key that is not there', async () => {
  const { queries, find } = lookup();
  const found = Promise.all([find('ada'), find('unknown')]);
  await turn();
  queries[0]?.answer([{ key: 'ada', value: 1 }]);
  expect(await found).toEqual([{ key: 'ada', value: 1 }, undefined]);
});

it('asks again for a call that comes while the same key is being read', async () => {
  const { queries, find } = lookup();
  const before = find('ada');
  await turn();
  const after = find('ada');
  await turn();
  expect(queries).toHaveLength(2);
  queries[1]?.answer([{ key: 'ada', value: 2 }]);
  queries[0]?.answer([{ key: 'ada', value: 1 }]);
  expect([(await before)?.value, (await after)?.value]).toEqual([1, 2]);
});

it('asks for at most fifty at once', async () => {
  const { queries, find } = lookup();
  const keys = Array.from({ length: 120 }, (_, index) => `person-${index}`);
  const found = Promise.all(keys.map(find));
  await turn();
  expect(queries.map((each) => each.keys.length)).toEqual([50, 50, 20]);
  for (const { answer } of queries) answer();
  expect((await found).map((each) => each?.key)).toEqual(keys);
});

it('fails for all who wait for a query that fails, and asks again for the next', async () => {
  const { queries, find } = lookup();
  const failed = Promise.allSettled([find('ada'), find('grace')]);
  await turn();
  queries[0]?.fail(new Error('away'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const found = find('ada');
  await turn();
  queries[1]?.answer();
  expect((await found)?.value).toBe(3);
});

it('names the requests that a query is for, at most fifty, and none for a job', async () => {
  const { queries, find } = lookup();
  const ask = (id: string | undefined) => inRequest(id, () => find('ada'));
  const first = Promise.all([ask('request-1'), ask('request-2'), ask('request-1'), ask(undefined)]);
  await turn();
  expect(queries[0]?.comment).toBe('request-1 request-2');
  const job = find('ada');
  await turn();
  expect(queries[1]?.comment).toBeUndefined();
  const many = Promise.all(Array.from({ length: 51 }, (_, index) => ask(`request-${index}`)));
  await turn();
  expect(queries.slice(2).map(({ comment }) => comment?.split(' ').length)).toEqual([50, 1]);
  for (const { answer } of queries) answer();
  await Promise.all([first, job, many]);
});
