/** A part of a file: from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one part of a file of `size` bytes that a Range header asks for, or 'unsatisfiable' when the file has no such part.
 * 'whole' for anything else: no header, several parts, another unit, or what is malformed (RFC 9110, 14.2, leaves that free).
 */
export function wantedRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
