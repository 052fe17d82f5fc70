import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserCalls } from './browser-calls.ts';

it.each([...browserCalls()])('calls/%s is what the domains make: npm run api writes it', (file, text) => {
  expect(readFileSync(join(import.meta.dirname, 'calls', file), 'utf8')).toBe(text);
});
