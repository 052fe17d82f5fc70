import type { Core } from '../core.ts';
import { documentModel } from '../documents/model.ts';
import { documentRecord } from '../documents/service.ts';
import { createFileStore } from '../storage/file-store.ts';
import { demoId } from './demo-id.ts';
import type { DemoDocument } from './document-texts.ts';
import { writePdf } from './pdf.ts';
import { storeNew } from './store-new.ts';

const AUTHOR = 'admin@cytocomm.example';

/** So much is stored at once; between two of these the upload is said to be alive. */
const PIECE_BYTES = 1024 * 1024;

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Adds those of the documents that are missing, with their files; gives how many. */
export async function seedDocuments(core: Core, documents: readonly DemoDocument[]): Promise<number> {
  const model = documentModel(core.database.connection);
  const files = createFileStore(core.database);
  let added = 0;
  for (const { key, fileName, visibility, ...text } of documents) {
    const _id = demoId(`document ${key}`);
    if ((await model.exists({ _id })) !== null) continue;
    const pdf = writePdf({ ...text, author: 'Cytocomm' });
    const file = await files.write(pieces(pdf), { name: fileName, inspect: () => undefined });
    const given = { title: text.title, visibility, name: fileName };
    await file.claim();
    if (await storeNew(() => model.create(documentRecord(given, file, AUTHOR, { _id, uploadedAt: text.date })))) {
      await file.settle();
      added += 1;
    } else await file.discard();
  }
  return added;
}
