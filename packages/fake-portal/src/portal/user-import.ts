import {
  emailSchema,
  groupNamed,
  importUsers,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS_TOLD,
  pastedEmail,
  type User,
  type UserImportOutcome,
  type UserImportRow,
} from '@cytocomm/contract';
import { buildId } from '../builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { namedGroups } from './groups.ts';
import { invalidFields, Refusal } from './refusal.ts';
import { inOrder, isRole } from './roles.ts';
import type { FakePortal } from './state.ts';

const NO_COLUMNS =
  'The first line must name the columns email, roles and, at will, name and groups, separated by commas, semicolons or tabs;';

async function textOf(request: Request): Promise<string> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.');
  const file = (await request.formData()).get('file');
  if (!(file instanceof File)) throw invalidFields([{ path: 'body.file', message: 'choose a file' }]);
  if (file.size === 0) throw invalidFields([{ path: 'body.file', message: 'the file is empty' }]);
  if (file.size > MAX_IMPORT_BYTES)
    throw new Refusal('too-large', `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB: import it in parts.`);
  return await file.text();
}

/** Which import added a person. */
export const importOf = new WeakMap<User, string>();

/** The import of people: of plain files only, whose cells are separated by commas and not quoted. */
export function userImportCall(portal: FakePortal, answer: Answer): void {
  answer(importUsers, roles('admin'), async ({ query, request }) => {
    const [head = '', ...lines] = (await textOf(request)).split(/\r?\n/);
    const columns = head.split(',').map((name) => name.trim());
    const missing = ['email', 'roles'].filter((name) => !columns.includes(name));
    if (missing.length > 0) {
      const found = `Its columns are ${columns.map((name) => `“${name}”`).join(', ')}.`;
      const message = `${NO_COLUMNS} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ${found}`;
      throw new Refusal('validation', message, { errors: [{ path: 'body.file', message }] });
    }
    const { dryRun = false, from = 1, told: asked, import: id = buildId() } = query;
    const seen = new Set<string>();
    const judge = (line: string): UserImportRow => {
      const cells = line.split(',').map((cell) => cell.trim());
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      const row = (outcome: UserImportOutcome, reason?: string, email = cell('email').toLowerCase()) => ({
        line: lines.indexOf(line) + 2,
        email,
        outcome,
        ...(reason !== undefined && { reason }),
      });
      const email = emailSchema.safeParse(pastedEmail(cell('email')));
      if (!email.success) return row('refused', 'This is not a valid e-mail address.', cell('email'));
      const named = cell('roles').split(/\s+/);
      if (named.includes('admin')) return row('refused', 'An import cannot make admins: give that role in the list.');
      const unknown = named.find((role) => !isRole(portal, role));
      if (unknown !== undefined) return row('refused', `There is no role “${unknown}”.`);
      if (seen.has(email.data)) return row('repeated', 'The address stands in line 2 already.');
      seen.add(email.data);
      if (portal.data.users.some((user) => user.email === email.data)) return row('exists', 'They are there already.');
      if (!dryRun) {
        const name = cell('name') === '' ? email.data.slice(0, email.data.indexOf('@')) : cell('name');
        const typed = cell('groups').split(/[;|/]+/);
        const groups = typed.flatMap((text) => groupNamed(text) ?? []);
        const createdAt = new Date().toISOString();
        const user = { email: email.data, name, roles: inOrder(named), createdAt, ...namedGroups({ groups }) };
        importOf.set(user, id);
        portal.data.users.push(user);
      }
      return row('added');
    };
    const people = lines.filter((line) => line.trim() !== '');
    const told = people.slice(from - 1).map(judge);
    const count = (outcome: UserImportOutcome) => told.filter((row) => row.outcome === outcome).length;
    return {
      import: id,
      dryRun,
      rows: people.length,
      from,
      next: null,
      counts: {
        added: count('added'),
        exists: count('exists'),
        repeated: count('repeated'),
        refused: count('refused'),
      },
      told: asked === 'all' ? told : told.slice(0, MAX_IMPORT_ROWS_TOLD),
      ignoredColumns: columns.filter((name) => !['email', 'name', 'roles', 'groups'].includes(name)),
    };
  });
}
