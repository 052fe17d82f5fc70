import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLORS } from './theme.ts';

test("the services' colors are those of the kit", () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../kit/src/theme/tokens.css'), 'utf8');
  const asWritten = Object.keys(COLORS).map((name) => {
    const token = `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [name, new RegExp(`${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1]];
  });
  expect(Object.fromEntries(asWritten)).toEqual(COLORS);
});
