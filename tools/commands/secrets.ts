import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { makeFolder, ROOT } from './workspaces.ts';

const USAGE = `usage: npm run secrets [-- FOLDER]   make the secrets that docker-compose.yml takes, each a file

Without FOLDER they are in ./secrets. What is there already stays as it is.`;

/** The portal's users at its database. */
const DATABASE_USERS = ['api', 'web', 'trials', 'operator'] as const;
const BYTES = 32;

const newSecret = () => randomBytes(BYTES).toString('hex');

/** Returns a key that signs locks, and its public part, as the settings take them. */
function newLockKeys() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    // As openssl reads it, too.
    lock_signing_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    lock_public_keys: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Returns all secrets by the names of their files; what fits together is made together. */
function newSecrets(): ReadonlyMap<string, string> {
  const ofDatabase = DATABASE_USERS.flatMap((user): [string, string][] => {
    const password = newSecret();
    const uri = `mongodb://${user}:${password}@mongo:27017/portal?replicaSet=rs0`;
    return [
      [`mongo_${user}_password`, password],
      [`mongodb_uri_${user}`, uri],
    ];
  });
  const alone = ['session_secret', 'token_secret', 'audit_secret', 'mongo_root_password', 'grafana_password'].map(
    (name): [string, string] => [name, newSecret()],
  );
  return new Map([...alone, ...Object.entries(newLockKeys()), ...ofDatabase]);
}

/** Makes the folder of its owner alone. Throws CannotStart for one with other files that others may enter: its rights are not ours to change. */
function prepare(folder: string): void {
  makeFolder(folder);
  if (readdirSync(folder).length === 0) chmodSync(folder, 0o700);
  else if ((statSync(folder).mode & 0o077) !== 0)
    throw new CannotStart(`${folder} holds other files and is open to others: choose a new folder, or chmod 700 it.`);
}

function makeSecrets(): void {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const [given, ...others] = positionals;
  if (others.length > 0) throw new CannotStart('One folder is enough.');
  const folder = resolve(given ?? join(ROOT, 'secrets'));
  const secrets = newSecrets();
  const present = [...secrets.keys()].filter((name) => existsSync(join(folder, name)));
  // Parts of different runs would not fit together.
  if (present.length > 0 && present.length < secrets.size)
    throw new CannotStart(
      `Some secrets are in ${folder} already, such as ${present[0]}: move them away, or add the rest.`,
    );
  if (present.length === 0) {
    prepare(folder);
    // Readable in containers, whose users are others; the folder is its owner's alone.
    for (const [name, value] of secrets) writeFileSync(join(folder, name), `${value}\n`, { mode: 0o444 });
  }
  // For secrets of the API that not every portal has, such as those before a change; containers read it.
  mkdirSync(join(folder, 'api'), { recursive: true });
  chmodSync(join(folder, 'api'), 0o755);
  say(
    present.length > 0
      ? `All secrets are in ${folder} already.`
      : `${secrets.size} secrets are in ${folder}. Keep a copy where you keep secrets: without them everybody is signed out.`,
  );
}

try {
  makeSecrets();
} catch (error) {
  endWithFailure(error);
}
