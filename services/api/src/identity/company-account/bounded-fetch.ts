import type { CustomFetch } from 'openid-client';

/** The longest answer of the provider, in bytes, after decompression. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** Fetches like `fetch`, and throws for an answer that is too long; the deadline of the call covers its body, too. */
export const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const answer = await fetch(url, { ...options, body: body ?? null });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = answer;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers });
};
