import { type SizeLimit, tooLarge } from './size-limit.ts';

/** The first characters of every PDF. */
const PDF_MARK = '%PDF';

/** Returns why a file is not even sent; null when it is. The server looks for itself, but would first take it in. */
export async function refusalOf(file: File, limit: SizeLimit | null): Promise<string | null> {
  if (limit !== null && file.size > limit.bytes) return tooLarge(limit);
  try {
    const mark = await file.slice(0, PDF_MARK.length).text();
    return mark === PDF_MARK ? null : 'Only PDF files are accepted; this is none.';
  } catch {
    return 'The file cannot be read any more. Choose it again.';
  }
}
