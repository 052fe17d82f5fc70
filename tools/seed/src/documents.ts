import { type Core, createDocuments, createFileStore, detailsOf } from '@cytocomm/api/seeding';
import { demoId } from './demo-id.ts';
import type { DemoDocument } from './document-texts.ts';
import { writePdf } from './pdf.ts';

const AUTHOR = 'admin@cytocomm.example';

/** How many bytes are stored between two renewals of the upload. */
const PIECE_BYTES = 1024 * 1024;

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Adds those of the documents that are missing, with their files. Returns how many. */
export async function seedDocuments(core: Core, demos: readonly DemoDocument[]): Promise<number> {
  const files = createFileStore(core.database);
  const documents = createDocuments(core, files);
  let added = 0;
  for (const { key, fileName: name, visibility, date: uploadedAt, ...text } of demos) {
    const isNew = await documents.addOnce(
      {
        ...{ _id: demoId(`document ${key}`), title: text.title, visibility, name, uploadedAt, uploadedBy: AUTHOR },
        ...detailsOf(text),
      },
      () => {
        const pdf = writePdf({ ...text, date: uploadedAt, author: 'Cytocomm' });
        return files.write(pieces(pdf), { name, inspect: () => undefined });
      },
    );
    if (isNew) added += 1;
  }
  return added;
}
