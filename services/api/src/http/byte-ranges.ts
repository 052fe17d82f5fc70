/** A part of a file: from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a Range header asks for: everything, some parts, or nothing that there is. */
export type Wanted = 'whole' | 'unsatisfiable' | readonly ByteRange[];

/** More parts than this are not worth it: the whole file is sent instead, as RFC 9110 (14.2) allows. */
const MAX_PARTS = 16;
/** A longer header is not read at all. */
const MAX_HEADER_LENGTH = 4096;

function rangeOf(spec: string, size: number): ByteRange | 'none' | 'malformed' {
  const [, first, last] = /^(\d*)-(\d*)$/.exec(spec.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'malformed';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'malformed';
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return start < size ? { start, end } : 'none';
}

/** Joins parts that overlap or touch; they come back in the order of the file. */
function joined(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const parts: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last !== undefined && range.start <= last.end) {
      parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      parts.push(range);
    }
  }
  return parts;
}

/** Reads a Range header for a file of `size` bytes. What is malformed or in another unit is ignored, as RFC 9110 demands. */
export function wantedRanges(header: string | undefined, size: number): Wanted {
  if (header === undefined || header.length > MAX_HEADER_LENGTH || !/^bytes=/i.test(header)) return 'whole';
  const specs = header
    .slice('bytes='.length)
    .split(',')
    .filter((spec) => spec.trim() !== '');
  if (specs.length === 0) return 'whole';
  const ranges = specs.map((spec) => rangeOf(spec, size));
  if (ranges.includes('malformed')) return 'whole';
  const parts = joined(ranges.filter((range): range is ByteRange => typeof range === 'object'));
  if (parts.length === 0) return 'unsatisfiable';
  return parts.length > MAX_PARTS ? 'whole' : parts;
}
