import type { StoredDocument } from '@cytocomm/contract';
import { useEffect, useRef, useState } from 'react';
import { useStorageUsage } from './document-api.ts';

/** SHA-256 in hexadecimal, as documents carry it; null where it cannot be computed: it is only good for a hint. */
async function digestOf(file: File): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

const isSameAgain = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/**
 * A hint for each picked file that is there already, by its id: chosen twice, or stored under some title. Only a file as
 * long as another, and no longer than `maxBytes`, is read for it.
 */
export function useSameContent(
  files: readonly { readonly id: number; readonly file: File }[],
  stored: readonly Pick<StoredDocument, 'title' | 'size' | 'sha256'>[],
  maxBytes: number,
): ReadonlyMap<number, string> {
  const started = useRef(new WeakSet<File>());
  /** Reads one file at a time: each is in memory as a whole. */
  const last = useRef(Promise.resolve());
  const [digests, setDigests] = useState<ReadonlyMap<File, string>>(new Map());

  useEffect(() => {
    for (const { file } of files) {
      const isAlone =
        !stored.some(({ size }) => size === file.size) &&
        !files.some((other) => other.file !== file && other.file.size === file.size);
      if (isAlone || started.current.has(file) || file.size > maxBytes) continue;
      started.current.add(file);
      last.current = last.current.then(async () => {
        const digest = await digestOf(file);
        if (digest !== null) setDigests((present) => new Map(present).set(file, digest));
      });
    }
  }, [files, stored, maxBytes]);

  const hints = new Map<number, string>();
  files.forEach(({ id, file }, index) => {
    const digest = digests.get(file);
    const twin = stored.find(({ sha256 }) => sha256 === digest);
    const isAgain = (earlier: File) =>
      isSameAgain(earlier, file) || (digest !== undefined && digests.get(earlier) === digest);
    if (files.slice(0, index).some((earlier) => isAgain(earlier.file)))
      hints.set(id, 'This file is chosen twice: it would be stored twice.');
    else if (twin) hints.set(id, `The same content is stored already, as “${twin.title}”.`);
  });
  return hints;
}

const MB = 1024 * 1024;

/** How large a file may be. */
export interface SizeLimit {
  readonly bytes: number;
  /** For people: `100 MB`, in the units of the setting. */
  readonly words: string;
}

/** Returns why a file over the limit is not sent. */
export const tooLarge = ({ words }: SizeLimit): string =>
  `Larger than ${words}: it is not sent. Remove it, or choose a smaller one.`;

/** How large an uploaded file may be at this portal; null while that is not known: then only the server refuses. */
export function useSizeLimit(): SizeLimit | null {
  const bytes = useStorageUsage().data?.maxUploadBytes;
  // A server that is older than this form does not say it.
  if (bytes === undefined) return null;
  return { bytes, words: `${(bytes / MB).toLocaleString('en-US', { maximumFractionDigits: 2 })} MB` };
}

/** What every PDF has within its first 1,024 bytes: scanners and printers write bytes of their own before it. */
const PDF_MARK = '%PDF-';
const HEAD_BYTES = 1024 + PDF_MARK.length - 1;

/** Returns why a file is not even sent; null when it is. The server looks for itself, but would first take it in. */
export async function refusalOf(file: File, limit: SizeLimit | null): Promise<string | null> {
  if (limit !== null && file.size > limit.bytes) return tooLarge(limit);
  try {
    const head = await file.slice(0, HEAD_BYTES).text();
    return head.includes(PDF_MARK) ? null : 'Only PDF files are accepted, and this is not one.';
  } catch {
    return 'The file cannot be read any more. Choose it again.';
  }
}
