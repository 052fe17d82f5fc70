import type { Logger } from 'pino';

/** Returns what a line of the log calls a record. */
function idOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return String(record);
  if ('_id' in record) return String(record._id);
  return 'id' in record ? String(record.id) : 'without an id';
}

/** Returns what is written of each record. One that cannot be written is left out and logged: no record fails a list. */
export function writtenOf<Item, Written>(
  log: Pick<Logger, 'error'>,
  records: readonly Item[],
  write: (record: Item) => Written,
): Written[] {
  return records.flatMap((record) => {
    try {
      return [write(record)];
    } catch (error) {
      log.error({ err: error, record: idOf(record) }, 'a record cannot be written: it is left out of a list');
      return [];
    }
  });
}
