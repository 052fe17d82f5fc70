import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { ifNoneMatchFails } from '../../platform/http/conditions.ts';

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Sends 304 when the caller has this text already. Returns whether it did. */
export function answersUnchanged(req: Request, res: Response, text: string, kept: 'public' | 'private'): boolean {
  const etag = tagOf(text);
  res.set({ ETag: etag, 'Cache-Control': `${kept}, no-cache` });
  const isUnchanged = ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag);
  if (isUnchanged) res.status(304).end();
  return isUnchanged;
}
