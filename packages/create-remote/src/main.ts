#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createRepository } from './create-remote.ts';
import { sourceOf } from './registry-of.ts';
import { CannotCreate, ROLES, remoteWords } from './remote-words.ts';

const ROLE_NAMES = Object.keys(ROLES);
const USAGE = `usage: npm create @cytocomm/remote NAME -- [--role ROLE] [--portal URL]

Makes a remote of the portal in the folder mfe-NAME: a public page, a section of the dashboard, their tests, and what
checks and publishes them.

  --role ROLE    whose dashboard has the section: ${ROLE_NAMES.join(', ')} (by default ${ROLE_NAMES[0]})
  --portal URL   the portal that it is for; by default the one that npm has the packages from
  --help         this text
`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readArguments() {
  const options = {
    role: { type: 'string', default: ROLE_NAMES[0] ?? '' },
    portal: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new CannotCreate(`${sentence.replace(/\.$/, '')}. --help says what there is.`, { cause: error });
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [asked, ...more] = positionals;
  if (more.length > 0) throw new CannotCreate('One remote is made at a time: give one name.');
  const words = remoteWords(asked, values.role);
  await createRepository(process.cwd(), words, sourceOf(values.portal), say);
  say(`${words.name} is made. What is next:

  cd ${words.name}
  npm install
  npm run check     types, style, tests, and the gate's rules
  npm run dev       on a fake portal, with every role`);
}

main().catch((error: unknown) => {
  if (error instanceof CannotCreate) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
