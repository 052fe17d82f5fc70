import { setImmediate as turn } from 'node:timers/promises';
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
