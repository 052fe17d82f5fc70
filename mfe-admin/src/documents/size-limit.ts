import { useStorageUsage } from './document-api.ts';

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
