import { act, renderHook } from '@testing-library/react';
import { useChosen } from './use-each.ts';

interface Row {
  readonly key: string;
  readonly etag: string;
}
const keyOf = ({ key }: Row) => key;
const dataOf = (...rows: readonly Row[]) => ({ pages: [{ items: rows }] });
const [a, b] = [
  { key: 'a', etag: '1' },
  { key: 'b', etag: '1' },
];

test('a row that is chosen is one that the list shows, as it shows it', () => {
  const { result, rerender } = renderHook((data: ReturnType<typeof dataOf>) => useChosen({ data }, keyOf), {
    initialProps: dataOf(a, b),
  });
  act(() => result.current.select(new Set(['a', 'b'])));
  rerender(dataOf(a, { ...b, etag: '2' }));
  expect([...result.current.chosen.values()]).toEqual([a, { ...b, etag: '2' }]);
  rerender(dataOf({ ...a, etag: '3' }));
  expect([...result.current.chosen.values()]).toEqual([{ ...a, etag: '3' }]);
  expect([...result.current.selected]).toEqual(['a']);
});

test('none is chosen while a failure stands in the place of the list', () => {
  const data = dataOf(a, b);
  const { result, rerender } = renderHook((error: unknown) => useChosen({ data, error }, keyOf), {
    initialProps: '',
  });
  act(() => result.current.select(new Set(['a'])));
  expect(result.current.selected.size).toBe(1);
  rerender('It broke.');
  expect(result.current.selected.size).toBe(0);
});
