import type { UserImportOutcome, UserImportRow } from '@cytocomm/contract';
import { Button, Checkbox, type DataColumn, DataTable, Notice, Tag, type TagProps } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { useState, useSyncExternalStore } from 'react';
import { people } from '../lists/audience.ts';
import { Invite } from './InviteFiltered.tsx';
import { requireSignIn } from './outcome.tsx';
import type { CutOffImport } from './people-import.ts';
import { type ImportStage, type ImportSum, type InvitationOutcome, peopleImport } from './people-import.ts';
import classes from './users.module.css';

/** What a spreadsheet takes for a formula at the start of a cell, also where it begins a cell behind a semicolon or a tab. */
const FORMULA = /^(?=[=+\-@\t\r＝＋－＠])/;
const FORMULA_WITHIN = /([;\t] *)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;

function cellOf(text: string): string {
  const plain = text.replace(FORMULA, "'").replace(FORMULA_WITHIN, "$1'");
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns the text of a file for a spreadsheet, as the server writes such files: no text in it is taken for a formula. */
export function csvText(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  return `\ufeff${[columns, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`;
}

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

const MAX_SHOWN_ROWS = 200;

/** Returns a number as people write it. */
const format = (count: number): string => count.toLocaleString('en-US');

/** Returns the outcomes of the rows in a sentence; with `isPlan` of an import that has not started. */
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

/** Saves the outcome of each row as a file for a spreadsheet. */
function saveOutcome(rows: readonly UserImportRow[], isPlan: boolean): void {
  const lines = rows.map(({ line, email, outcome, reason = '' }) => [String(line), email, outcome, reason]);
  const text = csvText(['line', 'email', 'outcome', 'reason'], lines);
  saveFile(isPlan ? 'import-check.csv' : 'import-outcome.csv', new Blob([text], { type: 'text/csv' }));
}

/** The outcomes of the rows of a file, or those planned: their counts, and the first rows with their reasons. */
function ImportRows({ sum, isPlan }: { readonly sum: ImportSum; readonly isPlan: boolean }) {
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
    .slice(0, MAX_SHOWN_ROWS)
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

const HINT =
  'CSV in UTF-8, at most 5 MB and 50,000 people. Its first line names the columns: email, roles and, at will, name and groups.';
const AGAIN = 'Send the same file again: people who were added already are skipped, and only the rest is added.';

/** Adds the people of a file: it is checked first, and added when the person has seen what would become of each row. */
export function ImportUsers() {
  const { file, stage, cutOff } = useSyncExternalStore(peopleImport.subscribe, peopleImport.read);
  const { phase } = stage;
  const isBusy = phase === 'checking' || phase === 'importing';
  // A file that was checked says itself who is there already.
  const isCutOffShown = phase === 'idle' || phase === 'unchecked';

  const choose = (chosen: File | null) => {
    if (chosen === null || requireSignIn()) void peopleImport.check(chosen);
  };

  return (
    <section aria-label="Import users" className={classes.import}>
      <p>
        People are added with their roles and can sign in at once. Those who are there already are not changed, no one
        becomes an admin, and no one is e-mailed unless you invite them.
      </p>
      <FileDrop
        label="CSV file"
        hint={HINT}
        accept="text/csv,.csv"
        files={file === null ? [] : [file]}
        disabled={isBusy}
        onFiles={([chosen = null]) => choose(chosen)}
      />
      {cutOff !== null && isCutOffShown ? <CutOffNotice cutOff={cutOff} /> : null}
      <Stage stage={stage} />
      {'sum' in stage && stage.sum !== undefined ? <ImportRows sum={stage.sum} isPlan={phase === 'checked'} /> : null}
      {phase === 'checked' ? <AddButton added={stage.sum.counts.added} /> : null}
      {phase === 'failed' || phase === 'unchecked' || phase === 'stopped' ? (
        <Button variant="secondary" icon="retry" onClick={() => choose(file)}>
          Check the file again
        </Button>
      ) : null}
    </section>
  );
}

function AddButton({ added }: { readonly added: number }) {
  const [invites, setInvites] = useState(false);
  if (added === 0) return <Notice tone="warning">No one in this file would be added.</Notice>;
  return (
    <>
      <Checkbox label="Send an invitation" checked={invites} onChange={({ target }) => setInvites(target.checked)} />
      <Button icon="plus" onClick={() => (requireSignIn() ? void peopleImport.add({ invites }) : undefined)}>
        Add {format(added)} {added === 1 ? 'user' : 'users'}
      </Button>
    </>
  );
}

function CutOffNotice({ cutOff: { name, done, rows } }: { readonly cutOff: CutOffImport }) {
  return (
    <Notice tone="warning" title={`The import of ${name} was cut off.`}>
      {format(done)} of {format(rows)} rows are known to be done. {AGAIN}
    </Notice>
  );
}

function Stage({ stage }: { readonly stage: ImportStage }) {
  switch (stage.phase) {
    case 'idle':
    case 'checked':
      return null;
    case 'checking':
      return <Notice live>Checking the file…</Notice>;
    case 'importing':
      return (
        <>
          <Notice live>
            {stage.done === 0 ? 'Adding people…' : `${format(stage.done)} of ${format(stage.rows)} rows are done…`} It
            goes on while you use other tools. A reload would cut it off.
          </Notice>
          <Button variant="secondary" busy={stage.isStopping} busyLabel="Stopping..." onClick={peopleImport.stop}>
            Stop
          </Button>
        </>
      );
    case 'unchecked':
      return (
        <Notice tone="error" title="The file could not be checked. No one was added." live>
          <p>{stage.failure}</p>
        </Notice>
      );
    case 'failed':
      return (
        <>
          <Notice tone="error" title="The import did not come to its end." live>
            <p>{stage.failure}</p>
            <p>{AGAIN}</p>
          </Notice>
          {stage.sum === undefined ? null : <InviteAdded sum={stage.sum} />}
        </>
      );
    case 'stopped':
      return (
        <>
          <Notice tone="warning" title="The import was stopped." live>
            {AGAIN}
          </Notice>
          <InviteAdded sum={stage.sum} />
        </>
      );
    case 'done':
      return (
        <>
          <Notice tone="success" title="The import is done." live>
            {stage.invited === undefined ? null : invitedWords(stage.invited)}
          </Notice>
          {stage.invited?.failure === undefined && stage.invited !== undefined ? null : <InviteAdded sum={stage.sum} />}
        </>
      );
  }
}

const invitedWords = ({ people: count, failure }: InvitationOutcome): string =>
  `${count === 0 && failure !== undefined ? 'No invitation was sent.' : `${people(count)} will get an invitation.`}${failure === undefined ? '' : ` ${failure}`}`;

function InviteAdded({ sum: { import: id, counts } }: { readonly sum: ImportSum }) {
  if (counts.added === 0) return null;
  const added = counts.added === 1 ? 'person' : `${format(counts.added)} people`;
  return <Invite filter={{ import: id }} label={`Invite the ${added} just added`} whose="just added" />;
}
