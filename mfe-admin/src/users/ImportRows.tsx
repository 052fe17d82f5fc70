import type { UserImportOutcome, UserImportRow } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, Tag, type TagProps } from '@cytocomm/kit';
import { csvText } from '../lists/csv-text.ts';
import type { ImportSum } from './people-import.ts';
import classes from './users.module.css';

/** How long a browser may take to begin a download, in ms. */
const BEGINS_WITHIN_MS = 60_000;

/** Lets the person save a file that was made in the page. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGINS_WITHIN_MS);
}

const tones: Readonly<Record<UserImportOutcome, NonNullable<TagProps['tone']>>> = {
  added: 'teal',
  exists: 'neutral',
  repeated: 'amber',
  refused: 'coral',
};

/** How many rows are shown. */
const SHOWN = 200;

const format = (count: number) => count.toLocaleString('en-US');

/** Returns what became of how many rows, in a sentence. `isPlan` before anything is done. */
function describeCounts({ rows, counts }: ImportSum, isPlan: boolean): string {
  const { added, exists, repeated, refused } = counts;
  const parts = [
    `${format(added)} ${isPlan ? 'will be' : added === 1 ? 'was' : 'were'} added`,
    ...(exists > 0 ? [`${format(exists)} ${exists === 1 ? 'is' : 'are'} there already`] : []),
    ...(repeated > 0 ? [`${format(repeated)} ${repeated === 1 ? 'stands' : 'stand'} there twice`] : []),
    ...(refused > 0 ? [`${format(refused)} ${refused === 1 ? 'is' : 'are'} refused`] : []),
  ];
  return `Of ${format(rows)} ${rows === 1 ? 'person' : 'people'} in the file ${parts.join(', ')}.`;
}

/** Saves what became of each row, or would become, as a file for a spreadsheet. */
function saveOutcome(told: readonly UserImportRow[], isPlan: boolean): void {
  const lines = told.map(({ line, email, outcome, reason = '' }) => [String(line), email, outcome, reason]);
  const text = csvText(['line', 'email', 'outcome', 'reason'], lines);
  saveFile(isPlan ? 'import-check.csv' : 'import-outcome.csv', new Blob([text], { type: 'text/csv' }));
}

/** What became of the rows of a file, or would become: their numbers, and the first rows with their reasons. */
export function ImportRows({ sum, isPlan }: { readonly sum: ImportSum; readonly isPlan: boolean }) {
  const words: Readonly<Record<UserImportOutcome, string>> = {
    added: isPlan ? 'will be added' : 'added',
    exists: 'there already',
    repeated: 'twice in the file',
    refused: 'refused',
  };
  const columns: readonly DataColumn<UserImportRow>[] = [
    {
      key: 'email',
      header: 'Email',
      rowHeader: true,
      cell: ({ email }) => <span className={classes.imported}>{email === '' ? '(none)' : email}</span>,
    },
    { key: 'line', header: 'Line', kind: 'number', cell: ({ line }) => line },
    {
      key: 'outcome',
      header: 'Outcome',
      cell: ({ outcome }) => <Tag tone={tones[outcome]}>{words[outcome]}</Tag>,
    },
    { key: 'reason', header: 'Reason', cell: ({ reason = '' }) => reason },
  ];
  const { told, rows, ignoredColumns } = sum;
  // Those that are not added before those that are.
  const shown = [
    ...told.filter(({ outcome }) => outcome !== 'added'),
    ...told.filter(({ outcome }) => outcome === 'added'),
  ]
    .slice(0, SHOWN)
    .toSorted((a, b) => a.line - b.line);
  return (
    <>
      <p>{describeCounts(sum, isPlan)}</p>
      {ignoredColumns.length > 0 ? <p className={classes.name}>Not read: {ignoredColumns.join(', ')}.</p> : null}
      <DataTable caption="Rows of the file" columns={columns} rows={shown} rowKey={({ line }) => String(line)} />
      <Button variant="secondary" size="small" icon="download" onClick={() => saveOutcome(told, isPlan)}>
        Download outcome
      </Button>
      {shown.length < rows ? (
        <p className={classes.name}>
          {format(shown.length)} of {format(rows)} rows are shown: those that are not added first.
        </p>
      ) : null}
    </>
  );
}
