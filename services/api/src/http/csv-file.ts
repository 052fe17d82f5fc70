import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Response } from 'express';

/** How many lines a file has at most. */
const MOST = 100_000;

/** A part of what a file holds, and where the next one starts. */
interface Part<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A file for a spreadsheet. */
interface CsvFile<Item> {
  readonly name: string;
  /** The names in the first line. */
  readonly columns: readonly string[];
  readonly lineOf: (item: Item) => readonly string[];
  readonly read: (cursor?: string) => Promise<Part<Item>>;
  readonly to: Response;
}

/** Where a spreadsheet begins a cell, which in many countries is behind a semicolon, with what it takes for a formula. */
const FORMULA_WITHIN = /([;\t] *)(?=[=+\-@＝＋－＠])/g;

/** Yields the lines of this part and of those after it. */
async function* linesFrom<Item>(first: Part<Item>, { read, lineOf }: CsvFile<Item>): AsyncGenerator<readonly string[]> {
  let part = first;
  for (let count = 0; ; ) {
    for (const item of part.items) yield lineOf(item).map((cell) => cell.replace(FORMULA_WITHIN, "$1'"));
    count += part.items.length;
    if (part.nextCursor === null || count >= MOST) return;
    part = await read(part.nextCursor);
  }
}

/**
 * Writes a file for a spreadsheet, which must take no text for a formula, part by part, as fast as it is taken. Rejects before
 * anything is written when the first part cannot be read. `begin` is called once it can.
 */
export async function writeCsv<Item>(file: CsvFile<Item>, begin: () => Promise<void>): Promise<void> {
  const { name, columns, read, to } = file;
  const first = await read();
  await begin();
  to.setHeader('Content-Type', 'text/csv; charset=utf-8');
  to.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  await pipeline(linesFrom(first, file), csv, to).catch((error: unknown) => {
    // Whoever went away needs no more of it.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}
