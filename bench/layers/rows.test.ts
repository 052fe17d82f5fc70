import { layerRows } from './rows.ts';

it('tells what each layer adds to nothing, the costliest first', () => {
  const rows = layerRows([
    { layer: 'nothing', micros: [50, 90, 60] },
    { layer: 'log', micros: [75, 74, 300] },
    { layer: 'session', micros: [200, 210, 190] },
  ]);
  expect(rows.map(({ figure, ours, met }) => [figure, ours, met])).toEqual([
    ['Express alone', '60 µs', undefined],
    ['adds: session', '140 µs', undefined],
    ['adds: log', '15 µs', undefined],
  ]);
});

it('says nothing without the server that does nothing', () => {
  expect(() => layerRows([{ layer: 'log', micros: [1] }])).toThrow('median of nothing');
});
