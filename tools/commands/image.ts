import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { IMAGE_SERVICES, type ImageService, programOf, writeImage } from '../checks/images/write-image.ts';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { makeFolder, ROOT } from './workspaces.ts';

const USAGE = `usage: npm run image -- SERVICE FOLDER   write what an image of a service holds, and its bill of materials

SERVICE is ${IMAGE_SERVICES.join(', ')}. FOLDER is made, or empty. The Dockerfile does this; without containers
node ${programOf('api')}, run in FOLDER, starts the API.`;

const isService = (name: string | undefined): name is ImageService => IMAGE_SERVICES.some((each) => each === name);

function image(): void {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const [service, given, ...others] = positionals;
  if (!isService(service))
    throw new CannotStart(`There is no image of "${service ?? ''}"; there are: ${IMAGE_SERVICES.join(', ')}.`);
  if (given === undefined || others.length > 0) throw new CannotStart('An image is written to one folder: name it.');
  const folder = resolve(given);
  makeFolder(folder);
  if (readdirSync(folder).length > 0) throw new CannotStart(`The folder ${folder} is not empty.`);
  const tree = writeImage(ROOT, service, folder);
  say(`${tree.rooms.length} rooms and ${tree.packages.length} packages are in ${folder}.`);
}

try {
  image();
} catch (error) {
  endWithFailure(error);
}
