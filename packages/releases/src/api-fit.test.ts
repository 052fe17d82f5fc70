import type { Release } from '@cytocomm/contract';
import { apiMisfits } from './lock-misfits.ts';

function release(api?: string): Release {
  return {
    name: 'mfe-a',
    title: 'A',
    version: '1.0.0',
    release: '1.0.0-0123456789ab',
    contract: '^1.0.0',
    ...(api === undefined ? {} : { api }),
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [],
    contributions: { routes: [], links: [], sections: [], overlays: [] },
  };
}

test.each([
  ['^1.2.0', '1.1.9'],
  ['^1.2.0', '2.0.0'],
  ['^1.2.0', 'newest'],
])('a release that needs API %s does not fit one of %s', (api, running) => {
  expect(apiMisfits([release(api)], running)).toEqual([
    `mfe-a 1.0.0-0123456789ab needs API ${api}, the one that runs is ${running}`,
  ]);
});

test('a newer API than a release was built for fits; one that says none is not asked', () => {
  expect(apiMisfits([release('^1.2.0'), release()], '1.3.0')).toEqual([]);
  expect(apiMisfits([release()], '7.0.0')).toEqual([]);
});

test('a range that is none is named', () => {
  expect(apiMisfits([release('newest please')], '1.0.0').join()).toContain(
    '"newest please" is not a range of API versions',
  );
});
