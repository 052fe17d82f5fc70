import { MAX_PICTURE_BYTES } from '@cytocomm/contract';
import { liftBodyDeadline } from '@cytocomm/runtime';
import type { Request } from 'express';
import { FORM_BYTES, type FormReading, readForm } from '../../../platform/http/form-reader.ts';
import { invalidFields } from '../../../platform/http/problem.ts';
import { invalidPicture, pictureTooLarge } from './kind.ts';

const unknownField = (name: string) =>
  invalidFields([{ path: `body.${name.slice(0, 50)}`, message: 'is not known here' }]);

/** Reads the file of an upload. Throws 413 for one that is too large, 400 for another form, 415 for none. */
export async function receivePicture(req: Request): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES + FORM_BYTES) throw pictureTooLarge();
  // The form reader has deadlines of its own.
  liftBodyDeadline(req);
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isThere = false;
  const form: FormReading = readForm(req, {
    field: (name) => {
      throw name === 'file' ? invalidPicture('send it as a file, with a file name') : unknownField(name);
    },
    file: (name, file) => {
      if (name !== 'file') throw unknownField(name);
      isThere = true;
      file.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_PICTURE_BYTES) form.stop(pictureTooLarge());
        else pieces.push(piece);
      });
    },
    tooMany: () => {
      throw invalidPicture('send one file, nothing else');
    },
  });
  try {
    await form.finished;
  } catch (error) {
    form.stop(error);
    throw error;
  }
  if (!isThere) throw invalidPicture('choose a file');
  return Buffer.concat(pieces);
}
