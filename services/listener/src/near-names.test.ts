import { nearNames, warnOfNearNames } from './near-names.ts';

const NAMES = ['HOST', 'PORT', 'SECOND_FACTOR_ROLES', 'STEP_UP_ACTIONS', 'SESSION_SECRET', 'SESSION_SECRET_PREVIOUS'];

test.each([
  ['SECOND_FACTOR_ROLE', 'SECOND_FACTOR_ROLES'],
  ['STEPUP_ACTIONS', 'STEP_UP_ACTIONS'],
  ['STEP_UP_ACTOINS', 'STEP_UP_ACTIONS'],
  ['SESION_SECRET_FILE', 'SESSION_SECRET'],
])('%s is named almost like %s', (variable, setting) => {
  expect(nearNames({ [variable]: 'x' }, NAMES)).toEqual([[variable, setting]]);
});

test('what is a setting, or stands for its file, or is far from all, is not', () => {
  const environment = { HOME: '/', POST: '1', SESSION_SECRET_FILE: '/x', SESSION_SECRET_PREVIOUS: 'x', STEP_UP: 'x' };
  expect(nearNames({ ...environment, PATH: '/bin', SECOND_FACTOR: 'x' }, NAMES)).toEqual([]);
});

test('each is a line of the log, without its value', () => {
  const warn = jest.fn();
  warnOfNearNames({ warn }, { SECOND_FACTOR_ROLE: 'admin', PORT: '1' }, NAMES);
  expect(warn.mock.calls).toEqual([
    [{ variable: 'SECOND_FACTOR_ROLE', setting: 'SECOND_FACTOR_ROLES' }, expect.stringContaining('almost like one')],
  ]);
});
