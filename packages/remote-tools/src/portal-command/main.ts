import { parseArgs } from 'node:util';
import { NotPublished, publishFolder, readTarget } from './publish-folder.ts';

const USAGE = `usage: node portal.mjs publish [FOLDER]   publish the release that FOLDER holds, by default dist

PORTAL_URL is the portal's address, PORTAL_TOKEN the token of your team. Nothing is promoted.`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function runCommand(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return USAGE;
  const [command, folder = 'dist', ...more] = positionals;
  if (command !== 'publish' || more.length > 0) throw new NotPublished(USAGE);
  return publishFolder(folder, readTarget(process.env.PORTAL_URL, process.env.PORTAL_TOKEN), print);
}

runCommand().then(print, (error: unknown) => {
  const isPlain = error instanceof NotPublished || (error instanceof TypeError && 'code' in error);
  const words = isPlain || !(error instanceof Error) ? String(error).replace(/^\w+( \[\w+\])?: /, '') : error.stack;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
});
