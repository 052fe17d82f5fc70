import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { cleanedName, MAX_IMPORT_ROWS } from '@cytocomm/contract';
import { CsvError, type Options, parse } from 'csv-parse';
import { createYielder } from '../../platform/background/repeated-job.ts';
import { ApiError, invalidFields } from '../../platform/calls/problem.ts';

/** One person of a file, as they stand there. */
export interface FileRow {
  /** From 1, where the row begins. */
  readonly line: number;
  /** Undefined when the row has not as many cells as the file has columns. */
  readonly cells:
    | { readonly email: string; readonly name: string; readonly roles: string; readonly groups: string }
    | undefined;
}

/** A file of people that could be read. */
export interface PeopleFile {
  readonly rows: readonly FileRow[];
  readonly ignoredColumns: readonly string[];
}

/** The accepted names of each column. */
const COLUMN_NAMES = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail'],
  name: ['name', 'full name'],
  roles: ['roles', 'role'],
  groups: ['groups', 'group'],
} as const;
type Column = keyof typeof COLUMN_NAMES;

const SEPARATORS = [',', ';', '\t'] as const;
/** The longest row, in characters. */
const MAX_ROW_LENGTH = 8192;
/** How many columns a file may have, and how long the name of one is shown. */
const MAX_COLUMNS = 50;
const MAX_SHOWN_LENGTH = 40;
/** How many bytes are parsed before other calls have their turn. */
const PIECE = 16 * 1024;

const refused = (message: string) =>
  new ApiError(400, 'validation', message, { errors: [{ path: 'body.file', message }] });

const HOW_TO_SAVE = 'In the spreadsheet choose “Save as”, and there “CSV UTF-8 (comma delimited)”.';

/** Returns the text of a file. Throws 400 with a sentence that says how to save it when it is no text in UTF-8. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw invalidFields([{ path: 'body.file', message: 'the file is empty' }]);
  const [first = 0, second = 0] = bytes;
  if (first === 0x50 && second === 0x4b) throw refused(`This is a spreadsheet, not a CSV file. ${HOW_TO_SAVE}`);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw refused(`The file is written in UTF-16, not in UTF-8. ${HOW_TO_SAVE}`);
  if (bytes.includes(0)) throw refused(`The file is no text, or written in UTF-16. ${HOW_TO_SAVE}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(`The file is not written in UTF-8, presumably in Windows-1252 or Latin-1. ${HOW_TO_SAVE}`);
  }
}

const shown = (names: readonly string[]) => names.map((name) => `“${name.slice(0, MAX_SHOWN_LENGTH)}”`).join(', ');
const cellsOf = (line: string, separator: string) =>
  line.split(separator).map((cell) => cleanedName(cleanedName(cell).replace(/^"(.*)"$/, '$1')));

function columnOf(header: string): Column | undefined {
  const name = header.toLowerCase();
  if (COLUMN_NAMES.email.some((each) => each === name)) return 'email';
  if (COLUMN_NAMES.name.some((each) => each === name)) return 'name';
  if (COLUMN_NAMES.groups.some((each) => each === name)) return 'groups';
  return COLUMN_NAMES.roles.some((each) => each === name) ? 'roles' : undefined;
}

/** Where the columns are, and what separates them. */
interface Head {
  readonly separator: string;
  readonly places: ReadonlyMap<Column, number>;
  readonly count: number;
  readonly ignored: readonly string[];
}

/** Returns what the first line says. Throws 400 when a column is missing or stands there twice. */
function headOf(line: string): Head {
  const separator = SEPARATORS.find((each) => cellsOf(line, each).some((name) => columnOf(name) === 'email')) ?? ',';
  const names = cellsOf(line, separator);
  if (names.length > MAX_COLUMNS) throw refused(`The file has more than ${MAX_COLUMNS} columns.`);
  const places = new Map<Column, number>();
  for (const [place, name] of names.entries()) {
    const column = columnOf(name);
    if (column === undefined) continue;
    if (places.has(column)) throw refused(`The column ${column} stands there twice.`);
    places.set(column, place);
  }
  const missing = (['email', 'roles'] as const).filter((column) => !places.has(column));
  if (missing.length > 0) {
    const found = names.some((name) => name !== '') ? `Its columns are ${shown(names)}.` : 'Its first line is empty.';
    throw refused(
      `The first line must name the columns email, roles and, at will, name and groups, separated by commas, semicolons or tabs; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ${found}`,
    );
  }
  const ignored = names.filter((name) => name !== '' && columnOf(name) === undefined);
  return { separator, places, count: names.length, ignored: ignored.map((name) => name.slice(0, MAX_SHOWN_LENGTH)) };
}

/** Yields a text in pieces, with a turn for other calls after each. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += PIECE) {
    await turn();
    yield text.slice(start, start + PIECE);
  }
}

/** Returns what is wrong with the form of a file, for people. */
function refusalOf(error: CsvError): ApiError {
  const line = 'lines' in error ? ` Look at line ${String(error.lines)}.` : '';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return refused(`A row is longer than ${MAX_ROW_LENGTH} characters: a quote may not be closed.${line}`);
  return refused(`A quote is not closed.${line}`);
}

/** A line break, in a cell or between rows. */
const LINE_BREAK = /[\r\n]/g;

/** Throws 400 for a line break in a cell: the people of the lines below a quote that is not closed would be in no report. */
function assertOneLine({ record, info }: ParsedRow, linesBefore: number): void {
  const breaks = record.join('').match(LINE_BREAK);
  if (breaks === null) return;
  const line = info.lines - breaks.length + linesBefore;
  throw refused(
    `A cell of line ${line} has a line break in it. Close or take out the quote that stands there, or, where the line break is meant, take it out or delete the column.`,
  );
}

/**
 * Reads a CSV file of people: in UTF-8, with or without a byte order mark, its first line naming the columns. Throws 400 with a
 * sentence for a file that is none, or has too many rows.
 */
export async function readPeopleFile(bytes: Buffer): Promise<PeopleFile> {
  const text = textOf(bytes);
  const lead = /^sep=.\r?\n/i.exec(text)?.[0] ?? '';
  const body = text.slice(lead.length);
  const firstLine = /^[^\r\n]*/.exec(body)?.[0] ?? '';
  if (body.trim() === '') throw refused('The file is empty.');
  if (firstLine.length > MAX_ROW_LENGTH) throw refused(`The first line is longer than ${MAX_ROW_LENGTH} characters.`);
  const { separator, places, count, ignored } = headOf(firstLine);
  const linesBefore = lead === '' ? 0 : 1;
  const options: Options = {
    delimiter: separator,
    // Of a file that was edited on two systems each line may end in its own way.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote in the middle of a cell belongs to it: the row is judged by what it says.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW_LENGTH,
    info: true,
  };
  const parser = parse(options);
  // What goes wrong is thrown by the loop below.
  pipeline(Readable.from(piecesOf(body)), parser).catch(() => undefined);
  const rows: FileRow[] = [];
  const givesTurn = createYielder();
  try {
    let isHead = true;
    for await (const row of parser as AsyncIterable<ParsedRow>) {
      await givesTurn();
      assertOneLine(row, linesBefore);
      if (isHead) {
        isHead = false;
        continue;
      }
      const { record, info } = row;
      if (rows.length === MAX_IMPORT_ROWS)
        throw refused(`The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} people: import it in parts.`);
      const cell = (column: Column) => (record[places.get(column) ?? -1] ?? '').trim();
      const isWhole = record.length === count;
      const cells = isWhole
        ? { email: cell('email'), name: cell('name'), roles: cell('roles'), groups: cell('groups') }
        : undefined;
      rows.push({ line: info.lines + linesBefore, cells });
    }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error;
  }
  if (rows.length === 0) throw refused('The file has a header row but no people.');
  return { rows, ignoredColumns: ignored };
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}
