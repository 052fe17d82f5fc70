import { act, renderHook } from '@testing-library/react';
import { useChosen } from './use-chosen.ts';

const keyOf = ({ key }: { readonly key: string }) => key;

test('a row that is chosen is the one that the list shows now, or showed last', () => {
  const first = [
    { key: 'a', etag: '1' },
    { key: 'b', etag: '1' },
  ];
  const { result, rerender } = renderHook((rows: typeof first) => useChosen(rows, keyOf), { initialProps: first });
  act(() => result.current.select(new Set(['a', 'b'])));
  rerender([
    { key: 'a', etag: '1' },
    { key: 'b', etag: '2' },
  ]);
  rerender([{ key: 'a', etag: '2' }]);
  rerender([{ key: 'a', etag: '3' }]);
  expect([...result.current.chosen.values()]).toEqual([
    { key: 'a', etag: '3' },
    { key: 'b', etag: '2' },
  ]);
  act(() => result.current.select(new Set(['b'])));
  expect([...result.current.selected]).toEqual(['b']);
});
