import type { StoredDocument } from '@cytocomm/contract';
import { useEffect, useRef, useState } from 'react';
import type { PickedFile } from './upload-queue.ts';

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
 * long as a stored one, and no longer than `maxBytes`, is read for it.
 */
export function useSameContent(
  files: readonly PickedFile[],
  stored: readonly StoredDocument[],
  maxBytes: number,
): ReadonlyMap<number, string> {
  const begun = useRef(new WeakSet<File>());
  const [digests, setDigests] = useState<ReadonlyMap<File, string>>(new Map());

  useEffect(() => {
    for (const { file } of files) {
      if (begun.current.has(file) || file.size > maxBytes || !stored.some(({ size }) => size === file.size)) continue;
      begun.current.add(file);
      void digestOf(file).then((digest) => {
        if (digest !== null) setDigests((known) => new Map(known).set(file, digest));
      });
    }
  }, [files, stored, maxBytes]);

  const hints = new Map<number, string>();
  files.forEach(({ id, file }, index) => {
    const twin = stored.find(({ sha256 }) => sha256 === digests.get(file));
    if (files.slice(0, index).some((earlier) => isSameAgain(earlier.file, file)))
      hints.set(id, 'This file is chosen twice: it would be stored twice.');
    else if (twin) hints.set(id, `The same content is stored already, as “${twin.title}”.`);
  });
  return hints;
}
