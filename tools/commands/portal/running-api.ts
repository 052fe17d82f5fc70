import { addressOf, readOpenApi } from '@cytocomm/contract';
import { z } from 'zod';
import { CannotStart } from './settings.ts';

/** How long a portal may take to send its OpenAPI document, in ms. */
const DOCUMENT_TIMEOUT_MS = 10_000;

/** A larger document is not read; the portal's own has some 0.2 MB. */
const MAX_DOCUMENT_BYTES = 5_000_000;

const documentSchema = z.object({ info: z.object({ version: z.string().max(100) }) });

/** Returns the text of an answer. Throws for one that is too large to be the document, before all of it is here. */
async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) throw new Error(`the answer is larger than ${MAX_DOCUMENT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the version that the API of a portal says in its OpenAPI document. Throws CannotStart. */
export async function apiVersionAt(portal: URL): Promise<string> {
  const url = new URL(addressOf(readOpenApi), portal);
  let document: unknown;
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOCUMENT_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
    document = JSON.parse(await readBounded(answer));
  } catch (error) {
    throw new CannotStart(
      `${url.href} cannot be read, so the version of the API that runs is not known: ${String(error)}`,
      { cause: error },
    );
  }
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) throw new CannotStart(`${url.href} says no version of the API.`, { cause: parsed.error });
  return parsed.data.info.version;
}
