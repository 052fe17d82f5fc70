import { summarise } from './build-times.ts';

test('everything is the sum of all builds, and the shell is no remote', () => {
  expect(summarise({ shell: 9000, 'mfe-a': 1000, 'mfe-b': 2000 }, 8000)).toEqual({
    byWorkspace: { shell: 9000, 'mfe-a': 1000, 'mfe-b': 2000 },
    everythingMs: 12_000,
    slowestRemote: { name: 'mfe-b', ms: 2000 },
    monolithMs: 8000,
  });
});

test('without a remote there is nothing to compare', () => {
  expect(() => summarise({ shell: 9000 }, 8000)).toThrow('no remote');
});
