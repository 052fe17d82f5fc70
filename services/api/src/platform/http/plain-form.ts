import express, { type Request, type Response } from 'express';
import { ApiError } from '../calls/problem.ts';

const MAX_BYTES = 64 * 1024;
const parser = express.urlencoded({ extended: false, limit: MAX_BYTES, parameterLimit: 20 });

/** Returns the fields of a form that a browser sends without scripts. Throws 415 for another content type. */
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

/** Returns the portal's page that a form was sent from; undefined for another origin. */
export function pageOf(req: Request, publicUrl: string): URL | undefined {
  const referrer = req.get('referer');
  if (referrer === undefined || !URL.canParse(referrer)) return undefined;
  const page = new URL(referrer);
  return page.origin === publicUrl ? page : undefined;
}

/**
 * Redirects the browser to an element of a page, by default of `home`. Drops the query, where a used token may be. By 307 the
 * form goes along.
 */
export function redirectToPage(
  res: Response,
  publicUrl: string,
  page: URL | undefined,
  home: string,
  elementId: string,
  status: 303 | 307 = 303,
): void {
  const target = new URL(publicUrl);
  target.pathname = page?.pathname ?? home;
  target.hash = elementId;
  res.status(status).setHeader('Location', target.href).end();
}
