import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { ROOT } from '../../commands/workspaces.ts';

// No mongosh is here: this runs the script at what it asks of a database, which keeps roles as MongoDB does.

interface Privilege {
  readonly resource: Readonly<Record<string, string>>;
  readonly actions: readonly string[];
}
interface Role {
  readonly privileges: readonly Privilege[];
}
interface User {
  readonly pwd: string;
  readonly roles: readonly string[];
  readonly customData: unknown;
}

const source = readFileSync(join(ROOT, 'deploy', 'mongo-users.js'), 'utf8');

/** A database of users and roles, which notes what is written. */
function startDatabase() {
  const roles = new Map<string, Role>();
  const users = new Map<string, User>();
  const written: string[] = [];
  const write = <Value>(kind: string, kept: Map<string, Value>, name: string, value: Value) => {
    written.push(`${kind} ${name}`);
    kept.set(name, value);
  };
  const portal = {
    // In another order than they were given.
    getRole: (name: string) => {
      const role = roles.get(name);
      const privileges = role?.privileges.map(({ resource, actions }) => ({ resource, actions: actions.toSorted() }));
      return role && { ...role, privileges: privileges?.toReversed() };
    },
    createRole: ({ role, privileges }: Role & { role: string }) => write('new role', roles, role, { privileges }),
    updateRole: (name: string, role: Role) => write('role', roles, name, role),
    getUser: (name: string) => {
      const user = users.get(name);
      return (
        user && { customData: user.customData, roles: user.roles.map((role) => ({ role, db: 'portal' })).toReversed() }
      );
    },
    createUser: ({ user, ...rest }: User & { user: string }) => write('new user', users, user, rest),
    updateUser: (name: string, user: User) => write('user', users, name, user),
  };
  const admin = { auth: () => 1 };
  const db = {
    getSiblingDB: (name: string) => (name === 'admin' ? admin : portal),
    hello: () => ({ isWritablePrimary: true }),
  };
  return {
    users,
    roles,
    /** Runs the script; returns what it has written. */
    run: (script: string, passwords: Readonly<Record<string, string>> = {}) => {
      const passwordIn = (path: string) => passwords[path.replace('/run/secrets/', '')] ?? `of ${path}`;
      const parts: Readonly<Record<string, unknown>> = {
        'node:crypto': { createHmac },
        'node:fs': { readFileSync: (path: string) => `${passwordIn(path)}\n` },
      };
      written.length = 0;
      runInContext(
        `{${script}}`,
        createContext({ db, rs: { status: () => 1 }, require: (name: string) => parts[name] }),
      );
      return [...written];
    },
  };
}

test('the health check of the database makes roles and users once, and writes nothing after that', () => {
  const database = startDatabase();
  const steps = ['role portalApi', 'role releaseReader', 'role trialRunner'].map((each) => `new ${each}`);
  const users = ['api', 'web', 'trials', 'operator'];
  expect(database.run(source)).toEqual([...steps, ...users.map((name) => `new user ${name}`)]);
  expect(database.run(source)).toEqual([]);
});

test('a right that a version adds or takes away is written, and so is another password', () => {
  const database = startDatabase();
  database.run(source);
  const more = source.replace("on('releases', 'update')", "on('releases', 'update', 'remove')");
  expect(more).not.toBe(source);
  expect(database.run(more)).toEqual(['role trialRunner']);
  expect(database.run(source)).toEqual(['role trialRunner']);
  const other = source.replace("trials: ['trialRunner']", "trials: ['trialRunner', 'releaseReader']");
  expect(database.run(other)).toEqual(['user trials']);
  database.run(source);
  expect(database.run(source, { mongo_web_password: 'another' })).toEqual(['user web']);
  expect(database.users.get('web')?.pwd).toBe('another');
  expect(JSON.stringify(database.users.get('web')?.customData)).not.toContain('another');
});

test('existing users without a mark get one', () => {
  const database = startDatabase();
  database.run(source);
  for (const [name, user] of database.users) database.users.set(name, { ...user, customData: undefined });
  expect(database.run(source)).toHaveLength(4);
  expect(database.run(source)).toEqual([]);
});

/** Of the audit trail the API marks rows as sealed. */
const ADDED_TO = [
  ['audit', ['update']],
  ['audit_seals', []],
  ['document_acknowledgements', []],
] as const;

test.each(ADDED_TO)(
  'the API adds to %s and reads it, with the rights %j besides, and can neither remove a record nor let one expire',
  (name, more) => {
    const database = startDatabase();
    database.run(source);
    const { privileges = [] } = database.roles.get('portalApi') ?? {};
    const actionsOn = (collection: string) =>
      privileges
        .filter(({ resource }) => ['', collection].includes(String(resource.collection)))
        .flatMap(({ actions }) => actions)
        .toSorted();
    const reading = ['changeStream', 'dbStats', 'find', 'listCollections', 'listIndexes'];
    // By an index of its own it could have the database delete what is a second old.
    expect(actionsOn(name)).toEqual([...reading, ...more, 'createCollection', 'insert'].toSorted());
    expect(actionsOn('documents')).toContain('update');
  },
);

test('only the operator, as whom migrate runs, may create an index', () => {
  const database = startDatabase();
  database.run(source);
  const created = [...database.roles].filter(([, { privileges }]) =>
    privileges.some(({ actions }) => actions.some((action) => /index/i.test(action) && action !== 'listIndexes')),
  );
  expect(created).toEqual([]);
  const ofMongo = [...database.users].filter(([, { roles }]) => roles.some((role) => !database.roles.has(role)));
  expect(ofMongo.map(([name]) => name)).toEqual(['operator']);
  expect(database.users.get('operator')?.roles).toContain('dbAdmin');
});
