import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));

/** Where a file of the template goes, when npm or a tool would take it for its own under that name. */
const PLACES: Readonly<Record<string, string>> = {
  'manifest.json': 'package.json',
  npmrc: '.npmrc',
  gitignore: '.gitignore',
  'linter.json': 'biome.json',
  'ci.yml': '.github/workflows/ci.yml',
};

function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    const filled = words[word];
    if (filled === undefined) throw new Error(`The template asks for "${word}", which nobody gives.`);
    return filled;
  });
}

/** Returns the files of parts of the template by their paths in the new folder, filled with words. */
export function fillTemplate(
  parts: readonly string[],
  words: Readonly<Record<string, string>> & { readonly component: string },
): ReadonlyMap<string, string> {
  const files = parts.flatMap((part) => {
    const dir = join(TEMPLATE, part);
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(dir, path)).isFile())
      .map((path): [string, string] => {
        const name = path.split(sep).join('/');
        // A test under its own name would be run here.
        const place = (PLACES[name] ?? name)
          .replace(/-test\.tsx$/, '.test.tsx')
          .replace(/\/Page\./, `/${words.component}.`);
        return [place, fill(readFileSync(join(dir, path), 'utf8'), words)];
      });
  });
  return new Map(files);
}
