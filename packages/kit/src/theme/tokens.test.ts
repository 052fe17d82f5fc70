import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function colour(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (!value) throw new Error(`no colour ${name}`);
  return value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(colour(one)), luminance(colour(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['ink', 'paper', 17],
  ['ink', 'mist', 15.4],
  ['slate', 'paper', 6.8],
  ['slate', 'mist', 6.1],
  ['teal', 'paper', 5],
  ['signal', 'ink', 9.8],
  ['coral', 'paper', 4.95],
  ['amber', 'paper', 5.7],
  ['mute-on-ink', 'ink', 8.9],
  ['control', 'paper', 3.2],
])('%s on %s has the brand’s contrast of %d', (text, ground, measured) => {
  expect(contrast(text, ground)).toBeGreaterThan(measured - 0.06);
});

test.each([
  ['ink', 'teal-tint'],
  ['ink', 'amber-tint'],
  ['ink', 'coral-tint'],
  ['teal-deep', 'teal-tint'],
  ['amber', 'amber-tint'],
  ['coral', 'coral-tint'],
  ['paper', 'coral'],
  ['paper', 'teal'],
  ['mute-on-ink', 'ink-raised'],
  ['teal', 'mist'],
  ['coral-deep', 'mist'],
  ['coral-on-ink', 'ink'],
  ['coral-on-ink', 'ink-raised'],
])('%s is readable on %s', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['paper', 'night', 12],
  ['paper', 'night-raised', 10],
  ['mute-on-ink', 'night', 7],
  ['mute-on-ink', 'night-raised', 4.5],
  ['teal-on-ink', 'night', 7],
  ['teal-on-ink', 'night-raised', 4.5],
  ['teal-on-ink', 'teal-tint-on-ink', 4.5],
  ['ink', 'teal-on-ink', 7],
  ['paper', 'teal-tint-on-ink', 7],
  ['coral-on-ink', 'night', 7],
  ['coral-on-ink', 'night-raised', 4.5],
  ['coral-on-ink', 'coral-tint-on-ink', 4.5],
  ['ink', 'coral-on-ink', 7],
  ['paper', 'coral-tint-on-ink', 7],
  ['amber-on-ink', 'night', 7],
  ['amber-on-ink', 'amber-tint-on-ink', 4.5],
  ['paper', 'amber-tint-on-ink', 7],
  ['control', 'night-raised', 3],
])('in the dark theme %s on %s has a contrast of at least %d', (text, ground, least) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(least);
});

/** Returns the declarations of the block that follows a selector, one a line. */
function declarationsOf(selector: string): string[] {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no ${selector}`);
  const block = css.slice(start, css.indexOf('}', start)).split('\n').slice(1);
  return block.map((line) => line.trim()).filter(Boolean);
}

test('a dark system and the person’s own choice of dark are the same theme', () => {
  const chosen = declarationsOf(':root[data-theme="dark"]');
  expect(chosen.length).toBeGreaterThan(15);
  expect(declarationsOf(':root:not([data-theme="light"])')).toEqual(chosen);
});

test('every colour of the page that a theme sets is set by the light one as well', () => {
  const names = (selector: string) => declarationsOf(selector).map((line) => line.split(':')[0]);
  const dark = names(':root[data-theme="dark"]');
  // The block after the comment: the first `:root` holds the brand's numbers.
  const light = css.slice(css.indexOf('  color-scheme: light;'));
  for (const name of dark) expect(light).toContain(`${name}: `);
});
