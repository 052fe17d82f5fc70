import { type SizeLimit, tooLarge } from './size-limit.ts';

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
