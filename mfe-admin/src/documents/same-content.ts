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
 * long as another, and no longer than `maxBytes`, is read for it.
 */
export function useSameContent(
  files: readonly Pick<PickedFile, 'id' | 'file'>[],
  stored: readonly Pick<StoredDocument, 'title' | 'size' | 'sha256'>[],
  maxBytes: number,
): ReadonlyMap<number, string> {
  const begun = useRef(new WeakSet<File>());
  /** One file is read at a time: each is in memory as a whole. */
  const last = useRef(Promise.resolve());
  const [digests, setDigests] = useState<ReadonlyMap<File, string>>(new Map());

  useEffect(() => {
    for (const { file } of files) {
      const isAlone =
        !stored.some(({ size }) => size === file.size) &&
        !files.some((other) => other.file !== file && other.file.size === file.size);
      if (isAlone || begun.current.has(file) || file.size > maxBytes) continue;
      begun.current.add(file);
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
