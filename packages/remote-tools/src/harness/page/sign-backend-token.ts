import type { BackendTokenClaims } from '@cytocomm/contract';
import { SIGNATURE_PATH } from '../signature-path.ts';

/** Returns the token of some claims, signed by the server of this page. Rejects when that is gone. */
export async function signBackendToken(claims: BackendTokenClaims): Promise<string> {
  const answer = await fetch(SIGNATURE_PATH, { method: 'POST', body: JSON.stringify(claims) });
  if (!answer.ok) throw new Error(`A token for a backend was not signed: ${answer.status}`);
  return answer.text();
}
