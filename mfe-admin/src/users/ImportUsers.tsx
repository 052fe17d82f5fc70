import { Button, Checkbox, Notice } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { useState, useSyncExternalStore } from 'react';
import { people } from '../audience/audience-words.ts';
import type { CutOffImport } from './cut-off-import.ts';
import { ImportRows } from './ImportRows.tsx';
import { Invite } from './InviteFiltered.tsx';
import { signedInOrTold } from './outcome.tsx';
import { type ImportStage, type ImportSum, type Invited, peopleImport } from './people-import.ts';
import classes from './users.module.css';

const HINT =
  'CSV in UTF-8, at most 5 MB and 50,000 people. Its first line names the columns: email, roles and, at will, name and groups.';
const AGAIN = 'Send the same file again: whoever was added is there already, and only the rest is added.';

const format = (count: number) => count.toLocaleString('en-US');

/** Adds the people of a file: it is checked first, and added when the person has seen what would become of each row. */
export function ImportUsers() {
  const { file, stage, cutOff } = useSyncExternalStore(peopleImport.subscribe, peopleImport.read);
  const { phase } = stage;
  const isBusy = phase === 'checking' || phase === 'importing';
  // A file that was checked says itself who is there already.
  const isCutOffShown = phase === 'idle' || phase === 'unchecked';

  const choose = (chosen: File | null) => {
    if (chosen === null || signedInOrTold()) void peopleImport.check(chosen);
  };

  return (
    <section aria-label="Import users" className={classes.import}>
      <p>
        People are added with their roles and can sign in at once. Nobody who is there already is changed, nobody
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
  if (added === 0) return <Notice tone="warning">Nobody in this file would be added.</Notice>;
  return (
    <>
      <Checkbox label="Send an invitation" checked={invites} onChange={({ target }) => setInvites(target.checked)} />
      <Button icon="plus" onClick={() => (signedInOrTold() ? void peopleImport.add({ invites }) : undefined)}>
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
        <Notice tone="error" title="The file could not be checked. Nobody was added." live>
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

const invitedWords = ({ people: count, failure }: Invited): string =>
  `${count === 0 && failure !== undefined ? 'Nobody was invited.' : `${people(count)} will get an invitation.`}${failure === undefined ? '' : ` ${failure}`}`;

function InviteAdded({ sum: { import: id, counts } }: { readonly sum: ImportSum }) {
  if (counts.added === 0) return null;
  const added = counts.added === 1 ? 'person' : `${format(counts.added)} people`;
  return <Invite filter={{ import: id }} label={`Invite the ${added} just added`} whose="just added" />;
}
