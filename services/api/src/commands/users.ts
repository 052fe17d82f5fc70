import { parseArgs } from 'node:util';
import { emailSchema, roleSchema } from '@cytocomm/contract';
import { ApiError } from '../http/problem.ts';
import type { CommandCore } from './command-core.ts';

/** The command was not written as it must be; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const USAGE =
  'Usage: npm run users -- add EMAIL --role admin|investor|customer|developer [--name NAME], or: remove EMAIL';

/** `users add EMAIL --role ROLE`: adds the person, or gives one who exists the role. `users remove EMAIL`. */
export async function usersCommand({ core, users }: CommandCore, args: readonly string[]): Promise<string> {
  const actor = { actor: null, from: 'command line' };
  const { positionals, values } = parsed(args);
  await core.audit.assertProvable();
  const [verb, address] = positionals;
  const email = emailSchema.safeParse(address);
  if (!email.success || positionals.length !== 2) throw new UsageError(USAGE);
  if (verb === 'remove') {
    await users.remove(email.data, actor);
    return `${email.data} is removed.`;
  }
  const role = roleSchema.safeParse(values.role);
  if (verb !== 'add' || !role.success) throw new UsageError(USAGE);
  try {
    await users.add({ email: email.data, name: values.name, roles: [role.data] }, actor);
    return `${email.data} is added as ${role.data}.`;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'already-exists') throw error;
    const { roles } = await users.changeRole(email.data, role.data, true, actor);
    return `${email.data} exists; roles: ${roles.join(', ')}.`;
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { role: { type: 'string' }, name: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
