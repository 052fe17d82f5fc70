import { finished } from 'node:stream/promises';
import { MAX_PICTURE_BYTES, readPicture, uploadPicture } from '@cytocomm/contract';
import { clientNetworks, liftBodyDeadline } from '@cytocomm/runtime';
import type { Request } from 'express';
import { actorOf } from '../../../platform/audit/actor.ts';
import { everybody, type Principal, roles } from '../../../platform/calls/access.ts';
import { invalidFields, notFound } from '../../../platform/calls/problem.ts';
import { ifNoneMatchFails } from '../../../platform/http/conditions.ts';
import { FORM_BYTES, type FormReading, readForm } from '../../../platform/http/form-reader.ts';
import { type RouteTable, routeTable } from '../../../platform/http/route.ts';
import { createSlots, type Slots } from '../../../platform/limits/service.ts';
import { readableKeys } from '../model.ts';
import { invalidPicture, pictureTooLarge } from './converter.ts';
import type { PictureForm, PictureFormat } from './model.ts';
import type { Pictures, PictureUse } from './service.ts';

const unknownField = (name: string) =>
  invalidFields([{ path: `body.${name.slice(0, 50)}`, message: 'is not known here' }]);

/** Reads the file of an upload. Throws 413 if it is too large, 400 or 415 for an invalid form. */
async function receivePicture(req: Request): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES + FORM_BYTES) throw pictureTooLarge();
  // The form reader has its own deadlines.
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

/** Concurrent uploads per process, each with its file in memory: one is converted, the others wait. */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_OF_PERSON = 4;
/** Pictures sent concurrently per process, each with its bytes in memory. */
const MAX_READS = 200;
/** A page requests all visible pictures at once. */
const MAX_READS_OF_CLIENT = 50;
/** Maximum per IPv6 network, which may be one client. */
const MAX_READS_OF_NETWORK = 100;
/** Timeout of sending a picture, in ms; slower clients are cut off. */
const SEND_TIMEOUT_MS = 60_000;
/** Cache times of public pictures, in seconds: short in shared caches, for withdrawn pictures. */
const SHARED_S = 3600;
const BROWSERS_S = 365 * 24 * 3600;

/** Returns the best accepted format; JPEG for clients that name none, such as mail programs. */
function formatFor(accept: string): PictureFormat {
  const named = (type: string) =>
    accept
      .toLowerCase()
      .split(',')
      .some((entry) => entry.split(';', 1)[0]?.trim() === type && !/;\s*q=0(?:\.0*)?\s*$/.test(entry));
  if (named('image/avif')) return 'avif';
  return named('image/webp') ? 'webp' : 'jpeg';
}

const isOneOf = (principal: Principal | null, ...names: readonly string[]) =>
  principal?.roles.some((role) => names.includes(role)) === true;

/** Returns a signal that is aborted if the client disconnects before the response. */
function disconnectSignal(res: { once(event: 'close', listener: () => void): unknown }): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort(new Error('The client left before the picture was stored.')));
  return controller.signal;
}

/** Routes to upload and read pictures; a response that takes longer than `sendingMs` (60 s) is cut off. */
export function pictureRoutes(pictures: Pictures, use: PictureUse, sendingMs = SEND_TIMEOUT_MS): RouteTable {
  const table = routeTable();
  const uploads: Slots = createSlots('pictures to convert', MAX_UPLOADS);
  const reads: Slots = createSlots('pictures', MAX_READS);

  table.answer(uploadPicture, roles('admin'), async (call) => {
    const free = uploads.take([{ key: call.principal.userId, max: MAX_UPLOADS_OF_PERSON }]);
    try {
      const signal = disconnectSignal(call.res);
      return await pictures.add(await receivePicture(call.req), actorOf(call), { signal, admitAgain: call.admitAgain });
    } finally {
      free();
    }
  });

  table.answer(
    readPicture,
    everybody,
    async ({ principal, params, req, res }) => {
      const picture = await pictures.find(params.id);
      const isPublic = await use.isPublishedFor(params.id, readableKeys(null));
      const isForCaller =
        isPublic ||
        isOneOf(principal, 'admin') ||
        (isOneOf(principal, 'investor') && (await use.isPublishedFor(params.id, readableKeys(principal))));
      if (!isForCaller) throw notFound('There is no such picture.', params.id);
      const format = formatFor(req.headers.accept ?? '');
      const isRequested = (form: PictureForm) => form.width === Number(params.width) && form.format === format;
      const form = picture.forms.find(isRequested);
      if (form === undefined) throw notFound('There is no such picture.');
      const etag = `"${form.sha256}"`;
      res.set({
        ETag: etag,
        Vary: isPublic ? 'Accept' : 'Accept, Authorization, Cookie',
        // The bytes never change, but the readers do.
        'Cache-Control': isPublic
          ? `public, max-age=${BROWSERS_S}, s-maxage=${SHARED_S}, immutable`
          : 'private, no-cache',
        // Mail programs and feed readers embed it in their own pages.
        ...(isPublic ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
      });
      if (ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag)) {
        res.status(304).end();
        return;
      }
      const bytes = req.method === 'HEAD' ? undefined : await pictures.read(form);
      res.set({ 'Content-Type': `image/${format}`, 'Content-Length': String(form.size) }).end(bytes);
      // The slot is held until the bytes, which are in memory, are sent or the client disconnects.
      const tooSlow = setTimeout(() => {
        req.log.warn({ picture: params.id }, 'a picture was read too slowly and was cut off');
        // Not `res.destroy()`: it does nothing to a pipelined response.
        req.socket.destroy();
      }, sendingMs);
      await finished(res).catch(() => undefined);
      clearTimeout(tooSlow);
    },
    {
      slot: (address) =>
        reads.take(
          clientNetworks(address).map(({ key, clients }) => ({
            key,
            max: Math.min(MAX_READS_OF_CLIENT * clients, MAX_READS_OF_NETWORK),
          })),
        ),
    },
  );

  return table;
}
