import express, { type Request, type Response } from 'express';
import { ApiError } from './problem.ts';

const MAX_BYTES = 64 * 1024;
const parser = express.urlencoded({ extended: false, limit: MAX_BYTES, parameterLimit: 20 });

/** Reads a form that a browser sends by itself, without scripts: names and values. */
export async function readPlainForm(req: Request, res: Response): Promise<Readonly<Record<string, unknown>>> {
  if (!req.is('application/x-www-form-urlencoded')) {
    throw new ApiError(415, 'unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.');
  }
  await new Promise<void>((resolve, reject) => {
    parser(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  const { body } = req;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** The page of this portal that a form was sent from; undefined when it came from elsewhere. */
export function pageOf(req: Request, publicUrl: string): URL | undefined {
  const referrer = req.get('referer');
  if (referrer === undefined || !URL.canParse(referrer)) return undefined;
  const page = new URL(referrer);
  return page.origin === publicUrl ? page : undefined;
}

/** Leads the browser back to a page, to the words with this id. The address loses its query: a token there has done its work. */
export function leadBack(res: Response, publicUrl: string, page: URL | undefined, home: string, words: string): void {
  const place = new URL(publicUrl);
  place.pathname = page?.pathname ?? home;
  place.hash = words;
  res.status(303).setHeader('Location', place.href).end();
}
