import { emailSchema, roleSchema } from '@cytocomm/contract';
import { ApiError } from '../http/problem.ts';
import { type Command, type Deed, readArguments, UsageError } from './command.ts';

const USAGE =
  'npm run users -- add EMAIL --role admin|investor|customer|developer [--name NAME], or: npm run users -- remove EMAIL';
const ACTOR = { actor: null, from: 'command line' };

/** `users add EMAIL --role ROLE`: adds the person, or gives one who exists the role. `users remove EMAIL`. */
export const usersCommand: Command = {
  usage: USAGE,
  purpose: 'Adds a person, or gives one who exists a role; removes a person.',
  read(args) {
    const { positionals, values } = readArguments(args, USAGE, { role: { type: 'string' }, name: { type: 'string' } });
    const [verb, address, ...more] = positionals;
    const email = emailSchema.safeParse(address);
    if (!email.success || more.length > 0) throw new UsageError(`One e-mail address has to be named. Usage: ${USAGE}`);
    if (verb === 'remove') return remove(email.data);
    const role = roleSchema.safeParse(values.role);
    if (verb !== 'add') throw new UsageError(`${verb} is neither add nor remove. Usage: ${USAGE}`);
    if (!role.success) throw new UsageError(`A role has to be named. Usage: ${USAGE}`);
    return add(email.data, role.data, values.name);
  },
};

function remove(email: string): Deed {
  return async ({ core, users }) => {
    await core.audit.assertProvable();
    await users.remove(email, ACTOR);
    return `${email} is removed.`;
  };
}

function add(email: string, role: ReturnType<typeof roleSchema.parse>, name: string | undefined): Deed {
  return async ({ core, users }) => {
    await core.audit.assertProvable();
    try {
      await users.add({ email, name, roles: [role] }, ACTOR);
      return `${email} is added as ${role}.`;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'already-exists') throw error;
      const { roles } = await users.changeRole(email, role, true, ACTOR);
      return `${email} exists; roles: ${roles.join(', ')}.`;
    }
  };
}
