import type { Answer } from '@cytocomm/http';

/** Returns what a call was answered with; throws an error with the problem's words when it failed. */
export function dataOf<Reply>(answer: Answer<Reply>): Reply {
  if (answer.error) throw new Error(answer.error.detail);
  return answer.data;
}
