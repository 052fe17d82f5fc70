import { MAX_IMPORT_BYTES } from '@cytocomm/contract';
import { FORM_BYTES, type FormReading, type FormRequest, readForm } from '../../platform/http/form-reader.ts';
import { ApiError, invalidFields } from '../../platform/http/problem.ts';

const tooLarge = () =>
  new ApiError(413, 'too-large', `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB: import it in parts.`);
const invalid = (field: string, message: string) => invalidFields([{ path: `body.${field.slice(0, 50)}`, message }]);

/** Reads the file of an import. Throws 413 for one that is too large, 400 for another form, 415 for none. */
export async function receiveImport(req: FormRequest): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES + FORM_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isThere = false;
  const form: FormReading = readForm(req, {
    field: (name) => {
      throw invalid(name, name === 'file' ? 'send it as a file, with a file name' : 'is not known here');
    },
    file: (name, file) => {
      if (name !== 'file') throw invalid(name, 'is not known here');
      isThere = true;
      file.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_IMPORT_BYTES) form.stop(tooLarge());
        else pieces.push(piece);
      });
    },
    tooMany: () => {
      throw invalid('file', 'send one file, nothing else');
    },
  });
  try {
    await form.finished;
  } catch (error) {
    form.stop(error);
    throw error;
  }
  if (!isThere) throw invalid('file', 'choose a file');
  return Buffer.concat(pieces);
}
