import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { collectBuffersSoon } from '../../platform/storage/reading.ts';
import { BackupFailure, damaged, isSystemError } from './failure.ts';

/** How a file begins that age has encrypted. */
const AGE_LINE = 'age-encryption.org/v1\n';
/** The head of an encrypted file ends with this and a hash. */
const AGE_HEAD_END = '\n--- ';
const MAX_HEAD_BYTES = 64 * 1024;

/** Where the private key of an encrypted backup is: in a file, as age-keygen writes it, or at hand. */
export type BackupKey = { readonly file: string } | { readonly identity: string };

/** Returns what encrypts for the owners of these age recipients (`age1…`); without one it changes nothing. Throws BackupFailure. */
export function encryptionFor(
  recipients: readonly string[],
): (plain: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of new Set(recipients)) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      // Nothing else is quoted, and no cause, which may: it may be the private key.
      const named = recipient.startsWith('age1') ? `"${recipient}"` : 'What --recipient names';
      throw new BackupFailure(`${named} is no recipient of age, as age-keygen prints one: age1…`);
    }
  }
  collectBuffersSoon();
  return async function* (plain) {
    yield* recipients.length === 0 ? plain : await encrypter.encrypt(ReadableStream.from(plain));
  };
}

/** Returns the bytes of a file, decrypted with the key when it is encrypted. Throws BackupFailure, and what the system throws. */
export async function openBytes(file: string, key?: BackupKey): Promise<Readable> {
  collectBuffersSoon();
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (head === '') throw new BackupFailure(`${file} is empty: it is no backup.`);
    if (!head.startsWith(AGE_LINE)) return handle.createReadStream({ start: 0 });
    if (key === undefined)
      throw new BackupFailure(`${file} is encrypted: name the file of its key by --identity KEY-FILE.`);
    // The library reads lines of any length.
    if (!head.includes(AGE_HEAD_END)) throw damaged('its head has no end');
    const decrypter = await decrypterOf(key);
    return Readable.from(decrypted(decrypter, handle.createReadStream({ start: 0 })));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Yields the plain bytes. Throws BackupFailure at the first piece that was changed, and when the end is missing. */
async function* decrypted(decrypter: Decrypter, bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* await decrypter.decrypt(ReadableStream.from(bytes));
  } catch (cause) {
    if (isSystemError(cause)) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    if (why.startsWith('no identity matched'))
      throw new BackupFailure('The backup is encrypted for another key than that of --identity.', { cause });
    throw damaged(`it ends early, or its encrypted bytes have changed (${why})`, cause);
  } finally {
    // The library lets go of it when the head is refused.
    bytes.destroy();
  }
}

/** Reads a file as age-keygen writes it: a key in a line, and lines that begin with "#". */
async function decrypterOf(key: BackupKey): Promise<Decrypter> {
  const decrypter = new Decrypter();
  if ('identity' in key) {
    decrypter.addIdentity(key.identity);
    return decrypter;
  }
  await using handle = await open(key.file).catch((cause: unknown) => {
    throw new BackupFailure(`${key.file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
  const lines = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const each of keys) decrypter.addIdentity(each);
    if (keys.length === 0) throw new TypeError('it holds no key');
  } catch {
    // Without the cause, which may quote the key.
    throw new BackupFailure(`${key.file} is no file of keys, as age-keygen writes it: AGE-SECRET-KEY-1…`);
  }
  return decrypter;
}
