import { writeFile } from 'node:fs/promises';
import { eraseFromAcknowledgements, verifyAcknowledgements } from '../../content/documents/acknowledgements/service.ts';
import { erasePerson, forgetMember, type SealedRecords } from '../../identity/personal-data/erase.ts';
import { exportPerson, recordsOf } from '../../identity/personal-data/export.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { personOf } from '../../platform/audit/erasure.ts';
import type { Core } from '../../platform/core.ts';
import { type CommandRun, UsageError } from './command.ts';

const ACTOR: Actor = { actor: null, from: 'command line' };

const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([collection, count]) => `${collection} ${count}`)
    .join(', ');

/** `users remove EMAIL`: the person, and what belongs to a member. */
export function removeFromTerminal(email: string): CommandRun {
  return async ({ core, users }) => {
    const db = recordsOf(core.database.connection);
    const person = await personOf(db, email);
    await users.remove(email, ACTOR);
    await forgetMember(db, person);
    return `${email} is removed.`;
  };
}

function acknowledgementsOf({ database: { connection }, audit }: Core): SealedRecords {
  return {
    verify: (email) => verifyAcknowledgements(connection, audit.evidence, email),
    erase: (person, pseudonym) => eraseFromAcknowledgements(connection, audit.evidence, person, pseudonym),
  };
}

/** `users erase EMAIL`. */
export function eraseFromTerminal(email: string): CommandRun {
  return async ({ core, users }) => {
    const { pseudonym, counts, left } = await erasePerson(core, users, acknowledgementsOf(core), email, ACTOR);
    const done = listed(counts);
    const first =
      done === ''
        ? `Nothing was held on ${email}.`
        : `${email} is erased (${done}); where a name has to stand it is ${pseudonym}.`;
    const rest = listed(left);
    return rest === '' ? first : `${first}\nStill named in texts that others wrote, which stay: ${rest}.`;
  };
}

/** `users export EMAIL [FILE]`: to the terminal, or to a new file that its owner alone may read. */
export function exportFromTerminal(email: string, file: string | undefined): CommandRun {
  return async ({ core }) => {
    const text = JSON.stringify(await exportPerson(core, email, ACTOR), null, 2);
    if (file === undefined) return text;
    await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
      throw new UsageError(`${file} cannot be written, or is there already.`, { cause });
    });
    return `${file}: what is held on ${email}. Rows of the audit trail may name others: look at it before you hand it on.`;
  };
}
