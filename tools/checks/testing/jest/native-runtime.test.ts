import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { CALL_SPECS } from '@cytocomm/contract';
import { parse } from 'yaml';
import { z } from 'zod';
import { rememberShared } from './shared-state.ts';

test('tests run in the process’s own world: its errors and arrays are theirs', () => {
  expect(runInThisContext('globalThis')).toBe(globalThis);
  expect(() => readFileSync('/no/such/file')).toThrow(Error);
  expect(Buffer.from('x')).toBeInstanceOf(Uint8Array);
});

test('a package and what we ship are loaded once; what tests are written with is new after jest.resetModules', () => {
  const source = rememberShared;
  jest.resetModules();
  expect(require('zod').z).toBe(z);
  expect(require('yaml').parse).toBe(parse);
  expect(require('@cytocomm/contract').CALL_SPECS).toBe(CALL_SPECS);
  expect(require('./shared-state.ts').rememberShared).not.toBe(source);
});
