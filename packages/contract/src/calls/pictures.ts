import type { Picture, PictureParams } from '../api/pictures.ts';
import { call, type Nothing } from './call.ts';

/** Stores a picture for press releases; the body is a form with the field of `pictureFormSchema`. */
export const uploadPicture = /* @__PURE__ */ call<Nothing, Nothing, undefined, Picture>(
  'POST',
  '/api/admin/press-releases/pictures',
);

/** The bytes of a picture, to whoever may read a release that shows it. */
export const readPicture = /* @__PURE__ */ call<PictureParams>('GET', '/api/press-releases/pictures/:id/:width');
