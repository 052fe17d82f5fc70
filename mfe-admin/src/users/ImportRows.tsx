import type { UserImportOutcome, UserImportRow } from '@cytocomm/contract';
import { type DataColumn, DataTable, Tag, type TagProps } from '@cytocomm/kit';
import type { ImportSum } from './use-import.ts';
import classes from './users.module.css';

const tones: Readonly<Record<UserImportOutcome, NonNullable<TagProps['tone']>>> = {
  added: 'teal',
  exists: 'neutral',
  repeated: 'amber',
  refused: 'coral',
};

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
  return (
    <>
      <p>{describeCounts(sum, isPlan)}</p>
      {ignoredColumns.length > 0 ? <p className={classes.name}>Not read: {ignoredColumns.join(', ')}.</p> : null}
      <DataTable caption="Rows of the file" columns={columns} rows={told} rowKey={({ line }) => String(line)} />
      {told.length < rows ? (
        <p className={classes.name}>
          {format(told.length)} of {format(rows)} rows are shown: those that are not added first.
        </p>
      ) : null}
    </>
  );
}
