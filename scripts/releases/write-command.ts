import { bundleCommand } from '@cytocomm/remote-tools/portal-command';
import { CannotStart } from '../portal/settings.ts';
import type { CommandWords } from '../release.ts';

/** Writes the command with which a team publishes, as one file. */
export async function writeCommand({ words, say }: CommandWords): Promise<void> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0 || !file.endsWith('.mjs'))
    throw new CannotStart('write-command takes the name of one file that ends with .mjs.');
  await bundleCommand(file);
  say(`${file} is written. A team needs it, Node from 20 on, PORTAL_URL and PORTAL_TOKEN: node ${file} publish dist`);
}
