import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CannotStart } from './settings.ts';

const secretsSchema = z.object({ SESSION_SECRET: z.string().min(32), TOKEN_SECRET: z.string().min(32) });

/** The secrets of a development portal, made on its first start. In production they come from the environment. */
export type Secrets = z.output<typeof secretsSchema>;

/** Makes the data folder where it is missing and answers its absolute path. Throws CannotStart when it cannot be written. */
export function openDataDir(dir: string): string {
  const path = resolve(dir);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
    // Root passes every access check, a read-only file system does not let it write all the same.
    writeFileSync(join(path, '.writable'), '');
  } catch (error) {
    throw new CannotStart(`The data folder ${path} (DATA_DIR) cannot be written.`, { cause: error });
  }
  return path;
}

/** Reads the secrets of the data folder, or makes them. Throws CannotStart when the file is not what it should be. */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) {
    const secret = () => randomBytes(32).toString('base64url');
    const secrets: Secrets = { SESSION_SECRET: secret(), TOKEN_SECRET: secret() };
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new CannotStart(`${path} does not hold the two secrets; delete it to have new ones made.`, { cause: error });
  }
}
