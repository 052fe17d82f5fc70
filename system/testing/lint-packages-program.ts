import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

// Prints what publint and arethetypeswrong find wrong with each tarball of a folder, as JSON. Both are ES modules that jest
// cannot load. An argument more than the folder is an entry that has types only, which the latter does not know.

/** The packages are ES modules: who asks by `require`, or knows no `exports`, is not among their users. */
const RESOLUTIONS = new Set(['bundler', 'node16-esm']);

const [folder = '', ...typesOnly] = process.argv.slice(2);

async function faultsOf(file: string): Promise<readonly string[]> {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const packageData = createPackageFromTarballData(bytes);
  const types = await checkPackage(packageData, { excludeEntrypoints: [...typesOnly] });
  const wrong = types.types
    ? types.problems.filter((problem) => !('resolutionKind' in problem) || RESOLUTIONS.has(problem.resolutionKind))
    : ['It has no types.'];
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...wrong.map((problem) => JSON.stringify(problem)),
  ];
}

const faults: Record<string, readonly string[]> = {};
for (const file of globSync('*.tgz', { cwd: folder }).sort()) faults[file] = await faultsOf(file);
process.stdout.write(JSON.stringify(faults));
