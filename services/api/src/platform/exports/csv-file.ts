import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditAction } from '@cytocomm/contract';
import { clientNetworks } from '@cytocomm/runtime';
import { stringify } from 'csv-stringify';
import type { Logger } from 'pino';
import { actorOf } from '../audit/actor.ts';
import type { AuditTrail } from '../audit/service.ts';
import type { Principal } from '../calls/access.ts';
import { createSlots } from '../limits/service.ts';
import { presentAll } from '../lists/pages.ts';

/** How many rows are read at once. */
export const EXPORTED_AT_ONCE = 500;
/** How many files a process writes at once: each reads as long as its client takes it. */
const MAX_FILES = 4;
/** How many of them one client has. */
const MAX_FILES_OF_CLIENT = 2;

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
  /** Reads the part at a cursor, which leads to the next one. */
  readonly read: (cursor?: string) => Promise<Part<Item>>;
  readonly action: AuditAction;
  /** The subject of its audit row: by default the person who exports. */
  readonly subject?: string;
}

/** A call that is answered with a file. */
interface FileCall {
  readonly query: object;
  readonly res: Writable & { setHeader(name: string, value: string): unknown };
  readonly principal: Principal;
  readonly admitAgain: () => Promise<unknown>;
  readonly clientAddress: string;
  readonly userAgent: string;
}

/** Files for spreadsheets. */
export interface CsvFiles {
  /** Takes the slot that writing a file holds. Throws 429 when a client has too many, 503 when there are too many. */
  take(clientAddress: string): () => void;
  /**
   * Sends the whole file, part by part, as fast as it is taken, and notes in the trail that it was. Rejects before anything is
   * written when the first part cannot be read; ends the connection when a later one cannot, or may not any more: no shorter file
   * passes for the whole.
   */
  write<Item>(call: FileCall, file: CsvFile<Item>): Promise<void>;
}

/**
 * Where a spreadsheet begins a cell with what it takes for a formula: at its start, in many countries behind a semicolon, then behind
 * a line break, too, and after a quote.
 */
const FORMULA = /((?:^|[;\t\r\n])[\s"']*)(?=[=+\-@＝＋－＠])/g;
const GUARDED = /((?:^|[;\t\r\n])[\s"']*)'(?=[=+\-@＝＋－＠])/g;

/** Returns a cell with an apostrophe before all that a spreadsheet would take for a formula. */
const guarded = (cell: string): string => cell.replace(FORMULA, "$1'");

/** Returns what a cell of one of these files said before it was guarded. */
export const unguarded = (cell: string): string => cell.replace(GUARDED, '$1');

/** Yields the lines of this part and of those after it; asks before each whether the caller may still have it. */
async function* linesFrom<Item>(
  first: Part<Item>,
  { read, lineOf }: CsvFile<Item>,
  admitAgain: FileCall['admitAgain'],
  log: Pick<Logger, 'error'>,
): AsyncGenerator<readonly string[]> {
  for (let part = first; ; ) {
    yield* presentAll(log, part.items, (item) => lineOf(item).map(guarded));
    if (part.nextCursor === null) return;
    await admitAgain();
    part = await read(part.nextCursor);
  }
}

/** Creates the CSV writer of a process. */
export function createCsvFiles({
  audit,
  log,
}: {
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly log: Pick<Logger, 'error'>;
}): CsvFiles {
  const slots = createSlots('exports', MAX_FILES);
  return {
    take: (clientAddress) =>
      slots.take(
        clientNetworks(clientAddress).map(({ key, clients }) => ({ key, max: MAX_FILES_OF_CLIENT * clients })),
      ),
    write: async ({ query, res, admitAgain, ...call }, file) => {
      const { name, columns, read, action, subject = call.principal.email } = file;
      const first = await read();
      const detail = Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)]));
      await audit.record({ ...actorOf(call), action, subject, detail });
      res.setHeader('Content-Type', 'text/csv; charset=utf-8');
      res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
      const csv = stringify({
        bom: true,
        header: true,
        columns: [...columns],
        escape_formulas: true,
        record_delimiter: 'windows',
      });
      await pipeline(linesFrom(first, file, admitAgain, log), csv, res).catch((error: unknown) => {
        // A client that went away needs no more of it.
        if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
      });
    },
  };
}
