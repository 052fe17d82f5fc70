import { resolve } from 'node:path';
import { emailSchema, type Role, roleSchema } from '@cytocomm/contract';
import { registerFactorMail } from '../../identity/passkeys/factor-mail.ts';
import { createPasskeyReset } from '../../identity/passkeys/service.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import { type Command, type CommandRun, readArguments, UsageError } from './command.ts';
import { eraseFromTerminal, exportFromTerminal, removeFromTerminal } from './personal-data.ts';

const USAGE =
  'npm run users -- add EMAIL --role ROLE [--name NAME], or: npm run users -- remove EMAIL, or: npm run users -- reset-passkeys EMAIL, or: npm run users -- unlink-company EMAIL, or: npm run users -- erase EMAIL, or: npm run users -- export EMAIL [FILE]';
const ACTOR = { actor: null, from: 'command line' };

/** `users add EMAIL --role ROLE`: adds the person, or gives one who exists the role. `users remove|reset-passkeys|unlink-company|erase EMAIL`. `users export EMAIL [FILE]`. */
export const usersCommand: Command = {
  usage: USAGE,
  purpose:
    'Adds a person, or gives one who exists a role; removes a person from those who may sign in; removes the passkeys and recovery codes of one who has lost them, so that the mailed link suffices again; takes the link to the company account of one whose account was made again; erases all that is held on a person; exports it, to a new file or to the terminal.',
  read(args, { INIT_CWD = '.' }) {
    const { positionals, values } = readArguments(args, USAGE, { role: { type: 'string' }, name: { type: 'string' } });
    const [verb, address, file, ...more] = positionals;
    const email = emailSchema.safeParse(address);
    if (!email.success || more.length > 0 || (file !== undefined && verb !== 'export'))
      throw new UsageError(`One e-mail address has to be named. Usage: ${USAGE}`);
    if (verb === 'remove') return provably(removeFromTerminal(email.data));
    if (verb === 'reset-passkeys') return provably(resetPasskeys(email.data));
    if (verb === 'unlink-company') return provably(unlinkCompany(email.data));
    if (verb === 'erase') return provably(eraseFromTerminal(email.data));
    if (verb === 'export')
      return provably(exportFromTerminal(email.data, file === undefined ? undefined : resolve(INIT_CWD, file)));
    const role = roleSchema.safeParse(values.role);
    if (verb !== 'add')
      throw new UsageError(
        `${verb} is none of add, remove, reset-passkeys, unlink-company, erase, export. Usage: ${USAGE}`,
      );
    if (!role.success)
      throw new UsageError(
        `A role has to be named: admin, investor, customer, developer, or one that a team brings. Usage: ${USAGE}`,
      );
    return provably(add(email.data, role.data, values.name));
  },
};

/** Checks the audit secret first: each of these commands appends to the trail. */
function provably(deed: CommandRun): CommandRun {
  return async (opened) => {
    await opened.core.audit.assertProvable();
    return deed(opened);
  };
}

function add(email: string, role: Role, name: string | undefined): CommandRun {
  return async ({ users }) => {
    if (!(await users.isRole(role)))
      throw new UsageError(`There is no role ${role}: no remote has it in the table. Usage: ${USAGE}`);
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

function resetPasskeys(email: string): CommandRun {
  return async ({ core, users }) => {
    if ((await users.byEmail(email)) === undefined) throw new UsageError(`There is no user ${email}.`);
    const count = await createPasskeyReset(users, registerFactorMail(core, users))(email, ACTOR);
    if (count === 0) return `${email} has no passkey: nothing has changed.`;
    return `${email} has no passkeys and no recovery codes any more (${count} ${count === 1 ? 'passkey' : 'passkeys'} removed), and is signed out everywhere.`;
  };
}

function unlinkCompany(email: string): CommandRun {
  return async ({ users }) => {
    const user = await users.byEmail(email);
    if (user === undefined) throw new UsageError(`There is no user ${email}.`);
    if (!(await users.companyAccounts.unlink(user, ACTOR))) throw new UsageError(`${email} has no company account.`);
    return `${email} has no company account any more: the next one of this address is theirs.`;
  };
}
