import './schemas-without-eval.ts';
import { type Lock, lockSchema } from '@cytocomm/contract';

/** The id that services/web gives to the lock's data block, where the shell reads it too. */
const ELEMENT_ID = 'portal-lock';

/** The composition that this page runs on; null where there is none, as in the stand-alone harness. */
export function runningLock(page: Document): Lock | null {
  const text = page.getElementById(ELEMENT_ID)?.textContent;
  return text ? lockSchema.parse(JSON.parse(text)) : null;
}
