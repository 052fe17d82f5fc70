import './schemas-without-eval.ts';
import { LOCK_ELEMENT_ID } from '@cytocomm/composition';
import { type Lock, lockSchema } from '@cytocomm/contract';

/** The composition that this page runs on; null where there is none, as in the stand-alone harness. */
export function runningLock(page: Document): Lock | null {
  const text = page.getElementById(LOCK_ELEMENT_ID)?.textContent;
  return text ? lockSchema.parse(JSON.parse(text)) : null;
}
