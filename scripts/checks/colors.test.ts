import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COLORS } from '@cytocomm/composition';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test("the services' colours are those of the kit", () => {
  const tokens = read('packages/kit/src/theme/tokens.css');
  const asWritten = Object.keys(COLORS).map((name) => {
    const token = `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return [name, new RegExp(`${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1]];
  });
  expect(Object.fromEntries(asWritten)).toEqual(COLORS);
});

test('no service writes a colour of its own', () => {
  const files = globSync('services/*/src/**/*.{ts,js}', { cwd: ROOT, exclude: (name) => name.includes('.test.') });
  expect(files.length).toBeGreaterThan(100);
  const writes = (path: string) =>
    /(?<!&)#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\brgba?\(|\bhsla?\(/i.test(read(path));
  expect(files.filter(writes)).toEqual([]);
});

test('the manifest of the site has them, too', () => {
  expect(JSON.parse(read('services/web/assets/site.webmanifest'))).toMatchObject({
    background_color: COLORS.paper,
    theme_color: COLORS.ink,
  });
});

test('pages take the colours of their theme and band; only the tokens name the brand’s', () => {
  const files = globSync('{shell,mfe-*,packages/*}/src/**/*.{css,ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(300);
  const named = files.filter((path) => read(path).includes('var(--color-'));
  expect(named.sort()).toEqual([
    // A drawing of its own, the same on every ground.
    'mfe-marketing/src/figures/Portrait.module.css',
    'packages/kit/src/theme/tokens.css',
  ]);
});
