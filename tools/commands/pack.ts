import { join, resolve } from 'node:path';
import { sharedRanges } from '@cytocomm/remote-tools';
import { NoDeclarations } from '../checks/api-reports/declarations.ts';
import { packPackages } from '../checks/pack/pack-packages.ts';
import { writePackages } from '../checks/pack/packages-folder.ts';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { makeFolder, ROOT } from './workspaces.ts';

const USAGE = `usage: npm run pack [-- FOLDER]   write the packages of packages/ as they are published, one .tgz each, and their index

Without FOLDER they are written to dist/packages. What the folder holds of an earlier run goes.`;

const DEFAULT_FOLDER = join(ROOT, 'dist', 'packages');

async function pack(): Promise<void> {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const [given, ...others] = positionals;
  if (others.length > 0) throw new CannotStart('One folder is enough.');
  const folder = given === undefined ? DEFAULT_FOLDER : resolve(given);
  makeFolder(folder);
  const packed = await packPackages(ROOT, sharedRanges(ROOT));
  writePackages(folder, packed);
  for (const { manifest, tarball } of packed)
    say(`${manifest.name} ${manifest.version}: ${Math.ceil(tarball.length / 1000)} KB`);
  say(`They are in ${folder}.`);
}

pack().catch((error: unknown) => {
  endWithFailure(error instanceof NoDeclarations ? new CannotStart(error.message, { cause: error }) : error);
});
