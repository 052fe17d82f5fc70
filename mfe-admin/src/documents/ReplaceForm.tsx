import type { DocumentVersion, DocumentVersions } from '@cytocomm/contract';
import { Notice, toast } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { type FormEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { hasRevisions, type RevisionDraft, RevisionFields } from './DetailFields.tsx';
import { UploadButtons } from './DocumentPage.tsx';
import { useMakeCurrent } from './document-api.ts';
import classes from './documents.module.css';
import { useSameContent, useSizeLimit } from './file-checks.ts';
import { fileReplacement, NOTHING_CHOSEN, type ReplacementState } from './file-replacement.ts';
import { UploadProgress } from './PickedFiles.tsx';
import { NotifyBox } from './ReportMails.tsx';
import { REPORTS } from './visibility.ts';

interface ReplaceFormProps {
  /** The id of the document. */
  readonly id: string;
  readonly versions: DocumentVersions;
  readonly current: DocumentVersion;
}

/** Replaces the file of a document under the same link: one PDF, for an SOP its revision, and whether investors get a mail. */
export function ReplaceForm({ id, versions, current }: ReplaceFormProps) {
  const shared = useSyncExternalStore(fileReplacement.subscribe, fileReplacement.read);
  const isElsewhere = shared.sending && shared.id !== id;
  const { file, sending, part, reason, outcome }: ReplacementState = shared.id === id ? shared : NOTHING_CHOSEN;
  const wantsNotice = shared.noticesOf.includes(id);
  const [asked, setAsked] = useState(false);
  const { revision = '', validFrom = '' } = versions;
  const [draft, setDraft] = useState<RevisionDraft>({ revision, validFrom });
  const limit = useSizeLimit();
  const { tellReplaced } = useMakeCurrent();
  const stored = versions.items.map(({ number, isCurrent, size, sha256 }) => ({
    ...{ size, sha256 },
    title: isCurrent ? `version ${number}, the current one` : `version ${number}`,
  }));
  const files = useMemo(() => (file === null ? [] : [{ id: 0, file }]), [file]);
  const hint = useSameContent(files, stored, limit?.bytes ?? 0).get(0);
  const mayNotify = REPORTS.includes(versions.visibility);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || isElsewhere) return;
    setAsked(file === null);
    if (file === null) return;
    const { sha256, number } = current;
    const details = {
      ...(draft.revision.trim() !== revision && { revision: draft.revision.trim() }),
      ...(draft.validFrom !== validFrom && { validFrom: draft.validFrom }),
    };
    const after = await fileReplacement.send({ sha256, notify: mayNotify && wantsNotice, ...details }, limit);
    if (after !== undefined && after.sha256 !== sha256)
      tellReplaced(`The file of “${after.title}” is replaced.`, after, number);
    else if (!fileReplacement.isWatched() && fileReplacement.read().outcome === 'failed')
      toast.error(`The file of “${versions.title}” was not replaced. ${fileReplacement.read().reason ?? ''}`);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Replace file" className={classes.form}>
      <FileDrop
        label="New file"
        hint={`One PDF file${limit === null ? '' : `, at most ${limit.words}`}. The link stays the same.`}
        error={asked && file === null ? 'Choose the file that takes its place.' : (reason ?? undefined)}
        accept="application/pdf,.pdf"
        disabled={sending || isElsewhere}
        files={file === null ? [] : [file]}
        onFiles={([next = null]) => fileReplacement.pick(id, next)}
      />
      {file !== null && sending ? <UploadProgress part={part} name={file.name} /> : null}
      <div aria-live="polite">{hint === undefined ? null : <p className={classes.meta}>{hint}</p>}</div>
      {hasRevisions(versions) ? (
        <div className={classes.details}>
          <RevisionFields
            {...draft}
            disabled={sending || isElsewhere}
            onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          />
        </div>
      ) : null}
      {mayNotify ? (
        <NotifyBox
          files={1}
          groups={versions.groups ?? []}
          checked={wantsNotice}
          disabled={sending || isElsewhere}
          onChange={(wanted) => fileReplacement.tell(id, wanted)}
        />
      ) : null}
      <UploadButtons label="Replace file" uploading={sending} onCancel={fileReplacement.cancel} />
      <Outcome outcome={outcome} isElsewhere={isElsewhere} />
    </form>
  );
}

function Outcome({
  outcome,
  isElsewhere,
}: Pick<ReplacementState, 'outcome'> & {
  readonly isElsewhere: boolean;
}) {
  if (isElsewhere) return <Notice>The file of another document is on its way. Wait until it is there.</Notice>;
  switch (outcome) {
    case null:
      return null;
    case 'replaced':
      return (
        <Notice tone="success" live>
          Readers get the new file at once. The former one is kept below.
        </Notice>
      );
    case 'same':
      return <Notice live>Nothing was changed: this is the current file.</Notice>;
    case 'failed':
      return (
        <Notice tone="error" title="The file was not replaced." live>
          The reason stands beside the file. Readers get the file that they had before.
        </Notice>
      );
    case 'cancelled':
      return <Notice live>Upload canceled. Readers get the file that they had before.</Notice>;
  }
}
