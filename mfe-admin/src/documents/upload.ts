import { replaceDocumentContent, type StoredDocument, uploadDocument, type Visibility } from '@cytocomm/contract';
import { type Answer, uploadTransport } from '@cytocomm/http';
import { sendAsMe } from '@cytocomm/portal-api';
import type { RevisionDraft } from './DetailFields.tsx';
import { type DetailsDraft, fieldsOf } from './document-details.ts';

/** What is sent with a file. */
export interface UploadForm {
  readonly title: string;
  readonly visibility: Visibility;
  /** Whether those who asked to hear of new reports get a mail. */
  readonly notify: boolean;
  readonly details: DetailsDraft;
  readonly groups: readonly string[];
  readonly file: File;
}

/** How an upload is sent. */
export interface UploadOptions {
  /** Under one key the server stores a file once. */
  readonly key: string;
  /** Aborts the upload; the server stores nothing. */
  readonly signal: AbortSignal;
  /** Gets the part that is on its way, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Whether it goes on while its admin looks at a preview, because it was started outside of one. */
  readonly begunOutside: boolean;
}

/** What is sent in place of the file of a document. */
export interface Replacement extends Pick<UploadForm, 'notify' | 'file'>, Partial<RevisionDraft> {
  /** The id of the document. */
  readonly id: string;
  /** The hash of the file that it replaces: another one is not replaced. */
  readonly sha256: string;
}

/** An answer without an id does not say that the file was stored. */
const isStored = (body: unknown) => typeof body === 'object' && body !== null && 'id' in body;

/** Returns what every upload is sent with. */
const sendOptions = (form: FormData, { signal, onProgress, begunOutside }: UploadOptions) => ({
  ...{ form, signal, begunOutside },
  transport: uploadTransport(onProgress),
  expects: isStored,
});

/** Uploads a file with its details. One that is cancelled has the problem `aborted`. */
export function upload(
  { title, visibility, notify, details, groups, file }: UploadForm,
  options: UploadOptions,
): Promise<Answer<StoredDocument>> {
  // The file comes last: the server has all fields before its first byte.
  const form = new FormData();
  form.set('title', title);
  form.set('visibility', visibility);
  if (notify) form.set('notify', 'true');
  for (const [name, value] of fieldsOf(details, title)) form.set(name, value);
  if (groups.length > 0) form.set('groups', groups.join(','));
  form.set('file', file, file.name);
  const headers = { 'idempotency-key': options.key };
  return sendAsMe(uploadDocument, { headers, ...sendOptions(form, options) });
}

/** Sends a file in place of another. One that is cancelled has the problem `aborted`. */
export function replaceFile(
  { id, sha256, notify, revision, validFrom, file }: Replacement,
  options: UploadOptions,
): Promise<Answer<StoredDocument>> {
  const form = new FormData();
  if (notify) form.set('notify', 'true');
  if (revision) form.set('revision', revision);
  if (validFrom) form.set('validFrom', validFrom);
  form.set('file', file, file.name);
  const headers = { 'idempotency-key': options.key, 'if-match': `"${sha256}"` };
  return sendAsMe(replaceDocumentContent, { params: { id }, headers, ...sendOptions(form, options) });
}
