import { z } from 'zod';
import { lockedReleaseSchema, lockSchema, remoteNameSchema } from '../release.ts';

/** The most hours of a permission. */
export const MAX_LOCAL_REMOTE_HOURS = 8;

/** Whether a text is the origin of a server on one's own machine, with its port. Nothing else may be in it: it becomes a part of a page's policy. */
function isLocalOrigin(text: string): boolean {
  const [, port] = /^http:\/\/(?:localhost|127\.0\.0\.1):([1-9]\d{0,4})$/.exec(text) ?? [];
  return port !== undefined && Number(port) <= 65_535;
}

/** The origin of a server on one's own machine. */
export const localOriginSchema = z
  .string()
  .max(30)
  .refine(isLocalOrigin, 'an address of your own machine: http://localhost:PORT or http://127.0.0.1:PORT');

/** The name of a remote, without the shell: only a remote can be local. */
const localNameSchema = remoteNameSchema
  .max(100)
  .refine((name) => name.startsWith('mfe-'), 'the name of a remote, such as mfe-investor');

/** What somebody asks for who works on a remote. */
export const newLocalRemoteSchema = z
  .strictObject({
    remote: localNameSchema,
    origin: localOriginSchema.describe('where the own machine serves it'),
    hours: z.int().min(1).max(MAX_LOCAL_REMOTE_HOURS),
  })
  .meta({ id: 'NewLocalRemote' });
/** What somebody asks for who works on a remote. */
export type NewLocalRemote = z.infer<typeof newLocalRemoteSchema>;

/** A permission: pages of this browser load this remote from the own machine. */
export const localRemoteSchema = z
  .strictObject({ remote: localNameSchema, origin: localOriginSchema, expiresAt: z.iso.datetime() })
  .meta({ id: 'LocalRemote' });
/** A permission: pages of this browser load this remote from the own machine. */
export type LocalRemote = z.infer<typeof localRemoteSchema>;

/** The permission that this browser has. */
export const localRemoteStateSchema = z
  .object({ localRemote: localRemoteSchema.nullable() })
  .meta({ id: 'LocalRemoteState' });
/** The permission that this browser has. */
export type LocalRemoteState = z.infer<typeof localRemoteStateSchema>;

/** The most bytes of a question whether a local release fits. */
export const MAX_FIT_BYTES = 512 * 1024;

/** Whether a local release fits the page that is to load it. */
export const localFitQuestionSchema = z
  .strictObject({
    lock: lockSchema.describe('the lock of the page; its releases may be without files'),
    release: z.unknown().describe('what the own machine has as release.json'),
  })
  .meta({ id: 'LocalFitQuestion' });
/** Whether a local release fits the page that is to load it. */
export type LocalFitQuestion = z.infer<typeof localFitQuestionSchema>;

/** A local release that fits, as it stands in the lock of the page. */
export const localFitSchema = z.object({ release: lockedReleaseSchema }).meta({ id: 'LocalFit' });
/** A local release that fits, as it stands in the lock of the page. */
export type LocalFit = z.infer<typeof localFitSchema>;
