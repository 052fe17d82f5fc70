import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupFailure, isSystemError } from './failure.ts';

/** How a file begins that age has encrypted. */
const AGE_LINE = 'age-encryption.org/v1\n';
/** The head of an encrypted file ends with this and a hash. */
const AGE_HEAD_END = '\n--- ';
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_KEY_FILE_BYTES = 64 * 1024;

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
  return async function* (plain) {
    if (recipients.length === 0) yield* plain;
    else yield* await encrypter.encrypt(webStream(plain));
  };
}

/** Returns the bytes of a file, decrypted with the key when it is encrypted. Throws BackupFailure. */
export async function openBytes(file: string, key?: BackupKey): Promise<Readable> {
  const handle = await opened(file);
  try {
    const head = await handle.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
    const text = head.buffer.toString('latin1', 0, head.bytesRead);
    if (text === '') throw new BackupFailure(`${file} is empty: it is no backup.`);
    if (!text.startsWith(AGE_LINE)) return handle.createReadStream({ start: 0 });
    if (key === undefined)
      throw new BackupFailure(`${file} is encrypted: name the file of its key by --identity KEY-FILE.`);
    // The library reads lines of any length.
    if (!text.includes(AGE_HEAD_END)) throw new BackupFailure(`The backup is damaged: its head has no end.`);
    const decrypter = await decrypterOf(key);
    return Readable.from(decrypted(decrypter, handle.createReadStream({ start: 0 })));
  } catch (error) {
    await handle.close();
    throw isSystemError(error) ? unreadable(file, error) : error;
  }
}

/** Yields the plain bytes. Throws BackupFailure at the first piece that was changed, and when the end is missing. */
async function* decrypted(decrypter: Decrypter, bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* await decrypter.decrypt(webStream(bytes));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (isSystemError(cause)) throw cause;
    if (why.startsWith('no identity matched'))
      throw new BackupFailure('The backup is encrypted for another key than that of --identity.', { cause });
    throw new BackupFailure(`The backup is damaged: it ends early, or its encrypted bytes have changed (${why}).`, {
      cause,
    });
  } finally {
    // The library lets go of it when the head is refused.
    bytes.destroy();
  }
}

async function opened(file: string) {
  try {
    return await open(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): BackupFailure {
  return new BackupFailure(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/** Reads a file as age-keygen writes it: a key in a line, and lines that begin with "#". */
async function decrypterOf(key: BackupKey): Promise<Decrypter> {
  const decrypter = new Decrypter();
  if ('identity' in key) {
    decrypter.addIdentity(key.identity);
    return decrypter;
  }
  const { file: keyFile } = key;
  const handle = await opened(keyFile);
  await using _ = handle;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_KEY_FILE_BYTES), 0, MAX_KEY_FILE_BYTES, 0);
  const lines = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/);
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const each of keys) decrypter.addIdentity(each);
    if (keys.length === 0) throw new TypeError('it holds no key');
  } catch {
    // Without the cause, which may quote the key.
    throw new BackupFailure(`${keyFile} is no file of keys, as age-keygen writes it: AGE-SECRET-KEY-1…`);
  }
  return decrypter;
}

/** Returns the stream in the form that age-encryption takes, piece by piece. */
function webStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}
