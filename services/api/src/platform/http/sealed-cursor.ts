import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { invalidFields } from '../calls/problem.ts';
import { deriveKeys } from '../settings/keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Hides what a cursor says: the end of a page of a search may be the position of a row that the reader may not see. */
export interface CursorSeal {
  /** Returns a cursor that says nothing. */
  seal(cursor: string): string;
  /** Returns the cursor in a sealed one. Throws 400 for one that no answer contained. */
  open(sealed: string): string;
}

/** Returns the seal of a list's cursors. Those of another list are refused; those of earlier secrets open. */
export function createCursorSeal(secrets: readonly [string, ...string[]], list: string): CursorSeal {
  const keys = deriveKeys(secrets, 'list-cursor');
  const [first] = keys;
  const isFor = Buffer.from(list);

  function openWith(key: Buffer, bytes: Buffer): string | undefined {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    cipher.setAAD(isFor).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const opened = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, cipher.final()]).toString('base64url');
    } catch {
      // Not of this key.
      return undefined;
    }
  }

  return {
    seal: (cursor) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce, { authTagLength: TAG_BYTES }).setAAD(isFor);
      const sealed = Buffer.concat([cipher.update(Buffer.from(cursor, 'base64url')), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },

    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const opened =
        bytes.length < NONCE_BYTES + TAG_BYTES
          ? undefined
          : keys.map((key) => openWith(key, bytes)).find((cursor) => cursor !== undefined);
      if (opened === undefined)
        throw invalidFields([{ path: 'query.cursor', message: 'a cursor that an earlier answer gave' }]);
      return opened;
    },
  };
}
