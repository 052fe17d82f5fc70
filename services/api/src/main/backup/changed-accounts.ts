import type { mongo } from 'mongoose';
import { z } from 'zod';

const COUNTED = ['users', 'subscribers'];

/** Accounts that changed after the backup. */
export interface AccountChanges {
  /** People of the backup who were not there any more. */
  readonly deleted: readonly string[];
  /** People of the backup who had lost roles, with these. */
  readonly demoted: readonly { readonly email: string; readonly roles: readonly string[] }[];
  /** People of the backup who had lost a passkey or the company account that they have there. */
  readonly readmitted: readonly string[];
  /** Addresses that had confirmed the alerts, and do not want them any more. */
  readonly unsubscribed: readonly string[];
}

const rolesSchema = z.union([z.array(z.string()), z.string().transform((role) => [role])]).catch([]);
const personSchema = z.object({
  email: z.string(),
  roles: rolesSchema,
  companyAccount: z.object({ issuer: z.string(), subject: z.string() }).optional().catch(undefined),
  passkeys: z.array(z.object({ credentialId: z.string() })).catch([]),
});
const subscriberSchema = z.object({ email: z.string(), status: z.string() });

/** The accounts of one state of a database. */
interface People {
  /** The passkeys and the company account of each person, each as a text. */
  readonly keysOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
  readonly confirmed: ReadonlySet<string>;
}

/** Whether a collection says who may do what, or who wants mails. */
export function isCounted(collection: string): boolean {
  return COUNTED.includes(collection);
}

function keysIn({ companyAccount, passkeys }: z.output<typeof personSchema>): ReadonlySet<string> {
  return new Set([
    ...(companyAccount === undefined ? [] : [`${companyAccount.issuer} ${companyAccount.subject}`]),
    ...passkeys.map(({ credentialId }) => credentialId),
  ]);
}

/** Takes the records of a state one by one. */
export function createCensus() {
  const rolesOf = new Map<string, readonly string[]>();
  const keysOf = new Map<string, ReadonlySet<string>>();
  const confirmed = new Set<string>();
  return {
    people: { rolesOf, keysOf, confirmed } satisfies People,
    add(collection: string, record: unknown): void {
      if (collection === 'users') {
        const { success, data } = personSchema.safeParse(record);
        if (!success) return;
        rolesOf.set(data.email, data.roles);
        keysOf.set(data.email, keysIn(data));
      }
      if (collection === 'subscribers') {
        const { success, data } = subscriberSchema.safeParse(record);
        if (success && data.status === 'confirmed') confirmed.add(data.email);
      }
    },
  };
}

/** The people of a database that is about to be replaced. */
export async function censusOf(db: mongo.Db): Promise<People> {
  const census = createCensus();
  for (const name of COUNTED) {
    const projection = { email: 1, roles: 1, status: 1, companyAccount: 1, 'passkeys.credentialId': 1 };
    for await (const record of db.collection(name).find({}, { projection })) census.add(name, record);
  }
  return census.people;
}

/** Returns the accounts and rights that a backup brings back and that were ended since it was taken. */
export function accountChanges(backup: People, replaced: People): AccountChanges {
  const people = [...backup.rolesOf];
  return {
    deleted: people.map(([email]) => email).filter((email) => !replaced.rolesOf.has(email)),
    demoted: people.flatMap(([email, held]) => {
      const now = replaced.rolesOf.get(email);
      const roles = now === undefined ? [] : held.filter((role) => !now.includes(role));
      return roles.length > 0 ? [{ email, roles }] : [];
    }),
    readmitted: people.flatMap(([email]) => {
      const now = replaced.keysOf.get(email);
      return now !== undefined && [...(backup.keysOf.get(email) ?? [])].some((key) => !now.has(key)) ? [email] : [];
    }),
    unsubscribed: [...backup.confirmed].filter((email) => !replaced.confirmed.has(email)),
  };
}
