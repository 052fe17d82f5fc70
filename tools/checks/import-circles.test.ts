import { resolve } from 'node:path';
import { circlesOf, fileGraph, folderGraph, type Graph } from './import-circles.ts';

const graph = (edges: Readonly<Record<string, readonly string[]>>): Graph =>
  new Map(Object.entries(edges).map(([node, targets]) => [node, new Set(targets)]));

test('a circle is a group of nodes that all lead to each other', () => {
  expect(circlesOf(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e', 'x'], e: ['d'], f: ['a'], g: ['g'] }))).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
    ['g'],
  ]);
  expect(circlesOf(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
});

test('a folder of the API is a layer and a domain', () => {
  const api = 'services/api/src';
  const files = graph({
    [`${api}/main/app.ts`]: [`${api}/platform/http/deep/x.ts`, 'packages/http/src/x.ts'],
    [`${api}/platform/http/deep/x.ts`]: [`${api}/platform/http/y.ts`],
    [`${api}/platform/http/y.ts`]: [],
    'packages/http/src/x.ts': [],
  });
  expect(folderGraph(files)).toEqual(graph({ main: ['platform/http'], 'platform/http': [] }));
});

describe('this checkout', () => {
  const files = fileGraph(resolve(import.meta.dirname, '..', '..'));

  test('has no circles of files', () => {
    expect(files.size).toBeGreaterThan(1_000);
    expect(circlesOf(files)).toEqual([]);
  });

  test('has no circles of folders in the API', () => {
    expect(circlesOf(folderGraph(files))).toEqual([]);
  });
});
