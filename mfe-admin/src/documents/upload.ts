import type { Visibility } from '@cytocomm/contract';
import { type ApiProblem, isStored, problemOfAnswer, sessionProblem, unreachable } from '@cytocomm/portal-api';
import { freshIdToken } from '@cytocomm/session';

/** What is sent with a file. */
export interface UploadForm {
  readonly title: string;
  readonly visibility: Visibility;
  /** Whether those who asked to hear of new reports get a mail. */
  readonly notify: boolean;
  readonly file: File;
}

/** How an upload ended. */
export type UploadResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly problem: ApiProblem };

/** An upload on its way. */
export interface Upload {
  readonly result: Promise<UploadResult>;
  /** Breaks the connection; the server keeps nothing of it. */
  readonly cancel: () => void;
}

/**
 * Sends a file with its title and visibility. An XMLHttpRequest, because fetch does not tell how much has been sent.
 * Under one `key` the server stores it once. `onProgress` gets the part that is on its way, from 0 to 1.
 */
export function uploadDocument(form: UploadForm, key: string, onProgress: (part: number) => void): Upload {
  const request = new XMLHttpRequest();
  let cancelled = false;
  const cancel = () => {
    cancelled = true;
    request.abort();
  };

  const run = async (): Promise<UploadResult> => {
    try {
      const token = await freshIdToken();
      if (cancelled) return { kind: 'cancelled' };
      const result = await send(request, form, { token, key }, onProgress);
      // A refused token: either the session is over, which this finds out and tells, or the next try has a new one.
      if (result.kind === 'failed' && result.problem.status === 401) await freshIdToken({ renew: true });
      return result;
    } catch (cause) {
      return { kind: 'failed', problem: sessionProblem(cause) };
    }
  };
  return { result: run(), cancel };
}

function send(
  request: XMLHttpRequest,
  { title, visibility, notify, file }: UploadForm,
  { token, key }: { readonly token: string | null; readonly key: string },
  onProgress: (part: number) => void,
): Promise<UploadResult> {
  // The file comes last: the server knows what it is about before the first byte of it.
  const body = new FormData();
  body.set('title', title);
  body.set('visibility', visibility);
  if (notify) body.set('notify', 'true');
  body.set('file', file, file.name);

  return new Promise((resolve) => {
    const fail = (problem: ApiProblem) => resolve({ kind: 'failed', problem });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (isStored(status, responseText)) resolve({ kind: 'done' });
      else fail(problemOfAnswer(status, responseText, request.getResponseHeader('retry-after')));
    };
    request.onerror = () => fail(unreachable());
    request.onabort = () => resolve({ kind: 'cancelled' });
    request.open('POST', '/api/admin/documents');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('idempotency-key', key);
    request.send(body);
  });
}
