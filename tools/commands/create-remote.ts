import { join } from 'node:path';
import { CannotCreate, ROLES, remoteWords } from '@cytocomm/create-remote';
import { readRemoteSource } from '@cytocomm/remote-tools';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { addRemote } from './workspace/add-remote.ts';
import { ROOT, readWorkspaceNames } from './workspaces.ts';

const ROLE_NAMES = Object.keys(ROLES);
const [DEFAULT_ROLE = ''] = ROLE_NAMES;

const USAGE = `usage: npm run create-remote -- NAME [--role ROLE]   make the remote mfe-NAME in this workspace, with its tests, and install it

--role says whose dashboard has its section: ${ROLE_NAMES.join(', ')} (by default ${DEFAULT_ROLE}). Its team in .github/CODEOWNERS is called as the remote.`;

async function create(): Promise<void> {
  const options = { role: { type: 'string', default: DEFAULT_ROLE } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const [asked, ...more] = positionals;
  if (asked === undefined) throw new CannotStart('A remote needs a name: npm run create-remote -- NAME');
  if (more.length > 0) throw new CannotStart('One remote is made at a time: give one name.');
  const words = remoteWords(asked, values.role);
  const remotes = readWorkspaceNames().filter((name) => name !== 'shell');
  const others = await Promise.all(remotes.map(async (name) => (await readRemoteSource(join(ROOT, name))).config));
  addRemote(ROOT, words, others);
  say(
    `${words.name} is made. npm run dev -w ${words.name} shows it alone, npx jest --selectProjects ${words.name} runs its tests.`,
  );
}

create().catch((error: unknown) => {
  endWithFailure(error instanceof CannotCreate ? new CannotStart(error.message, { cause: error }) : error);
});
