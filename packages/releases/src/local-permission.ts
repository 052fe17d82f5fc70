import { type KeyObject, sign, verify } from 'node:crypto';
import { backendsSchema, localRemoteSchema } from '@cytocomm/contract';
import { z } from 'zod';

/** What the API signs when somebody may load a remote from the own machine. */
const localPermissionSchema = localRemoteSchema.extend({
  /** The origin of the portal: another one with the same key does not accept it. */
  portal: z.url().max(300),
  /** The e-mail of the person. */
  person: z.string().min(1).max(320),
  /** The session's id at the server: a permission counts beside the cookie of the same sign-in alone. */
  session: z.string().min(1).max(100),
  /** What the table of remotes allowed the remote when it was signed; nothing without the field. */
  backends: backendsSchema.optional(),
});
/** A permission to load a remote from the own machine. */
export type LocalPermission = z.infer<typeof localPermissionSchema>;

/** Where and when a permission is to count. */
export interface PermissionCircumstances {
  readonly portal: string;
  /** The id of the request's session at the server. */
  readonly session: string;
  readonly now: Date;
  /** One of them must have signed it. */
  readonly publicKeys: readonly KeyObject[];
}

/** The longest permission in characters; a cookie takes 4,096 bytes. */
const MAX_LENGTH = 2500;
const FORM = /^([\w-]+)\.([\w-]{86})$/;

/** The text that is signed: no signature of a lock is valid for a permission, and the reverse. */
function signedText(payload: string): Buffer {
  return Buffer.from(`cytocomm local remote ${payload}`);
}

/** Returns a permission as the value of a cookie: its JSON and an Ed25519 signature of that, both in base64url. */
export function signLocalPermission(permission: LocalPermission, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(permission)).toString('base64url');
  return `${payload}.${sign(null, signedText(payload), privateKey).toString('base64url')}`;
}

function parsed(payload: string): LocalPermission | undefined {
  try {
    return localPermissionSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/**
 * Returns the permission of a cookie's value; undefined for one that is altered, expired, of another portal or sign-in, or
 * without a signature of `publicKeys`.
 */
export function readLocalPermission(
  value: string,
  { portal, session, now, publicKeys }: PermissionCircumstances,
): LocalPermission | undefined {
  const [, payload, signature] = (value.length <= MAX_LENGTH && FORM.exec(value)) || [];
  if (payload === undefined || signature === undefined) return undefined;
  const bytes = Buffer.from(signature, 'base64url');
  if (!publicKeys.some((key) => verify(null, signedText(payload), key, bytes))) return undefined;
  const permission = parsed(payload);
  const counts =
    permission?.portal === portal && permission.session === session && new Date(permission.expiresAt) > now;
  return counts ? permission : undefined;
}
