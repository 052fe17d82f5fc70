import { Notice, TextField, toast } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { ItemGroups } from '@cytocomm/portal-api';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { PAGE_SIZE } from '../lists/ResourceList.tsx';
import { DetailFields, VisibilityField } from './DetailFields.tsx';
import { UploadButtons } from './DocumentPage.tsx';
import { useDocumentPages } from './document-api.ts';
import classes from './documents.module.css';
import { useSameContent, useSizeLimit } from './file-checks.ts';
import { PickedFiles } from './PickedFiles.tsx';
import { NotifyBox } from './ReportMails.tsx';
import { type UploadOutcome, uploadQueue } from './upload-queue.ts';
import { REPORTS } from './visibility.ts';

/** Uploads PDFs: title, file, visibility. Several files may be picked or dropped; each then has a title of its own. */
export function UploadForm() {
  const { files, looseTitle, choice, uploading, outcome } = useSyncExternalStore(
    uploadQueue.subscribe,
    uploadQueue.read,
  );
  const { visibility, details, groups, notify } = choice;
  const [asked, setAsked] = useState(false);
  const limit = useSizeLimit();
  const stored = useDocumentPages({ limit: PAGE_SIZE }).data?.pages.flatMap(({ items }) => items) ?? [];
  const hints = useSameContent(files, stored, limit?.bytes ?? 0);
  const several = files.length > 1;
  const [only] = files;
  const isComplete = files.length > 0 && files.every(({ title }) => title.trim() !== '');
  const isPublic = visibility === 'public';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (uploading) return;
    setAsked(!isComplete);
    if (!isComplete) return;
    const result = await uploadQueue.send(limit);
    if (result !== null && !uploadQueue.isWatched()) tellElsewhere(result);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Upload documents" className={classes.form}>
      {several ? null : (
        <TextField
          label="Title"
          value={only?.title ?? looseTitle}
          maxLength={200}
          disabled={uploading}
          className={classes.titleField}
          onChange={(event) => uploadQueue.rename(only?.id, event.target.value)}
        />
      )}
      <VisibilityField
        label="Visibility"
        value={visibility}
        disabled={uploading}
        onChoose={(chosen) => uploadQueue.choose({ visibility: chosen })}
      />
      <DetailFields draft={details} unchosen="As the title says" disabled={uploading} onChange={uploadQueue.describe} />
      <FileDrop
        label="File"
        hint={`PDF files${limit === null ? '' : `, at most ${limit.words} each`}. Several at once are fine.`}
        accept="application/pdf,.pdf"
        multiple
        disabled={uploading}
        files={[]}
        onFiles={uploadQueue.pick}
      />
      <PickedFiles
        files={files}
        several={several}
        busy={uploading}
        limit={limit}
        hints={hints}
        onRename={uploadQueue.rename}
        onDrop={uploadQueue.drop}
      />
      {isPublic ? null : (
        <ItemGroups
          groups={groups}
          roles={[visibility]}
          disabled={uploading}
          onChange={(chosen) => uploadQueue.choose({ groups: chosen })}
        />
      )}
      {REPORTS.includes(visibility) ? (
        <NotifyBox
          groups={isPublic ? [] : groups}
          files={files.length}
          checked={notify}
          disabled={uploading}
          onChange={(wanted) => uploadQueue.choose({ notify: wanted })}
        />
      ) : null}
      <UploadButtons label="Upload" uploading={uploading} onCancel={uploadQueue.cancel} />
      {asked && !isComplete ? (
        <Notice tone="error" live>
          Please provide a title and select a file.
        </Notice>
      ) : (
        <Outcome outcome={outcome} />
      )}
    </form>
  );
}

const SUCCESS = '✅ Document uploaded successfully!';

/** The form has been left meanwhile. */
function tellElsewhere({ kind }: UploadOutcome): void {
  if (kind === 'done') toast.success(SUCCESS);
  else if (kind === 'failed') toast.error('Upload failed. The reason stands beside the file, under Documents.');
}

function storedOf({ stored }: UploadOutcome): string {
  if (stored.length === 0) return 'Nothing of the file was stored.';
  return `Stored before: ${stored.map((title) => `“${title}”`).join(', ')}.`;
}

function Outcome({ outcome }: { readonly outcome: UploadOutcome | null }) {
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'done':
      return (
        <Notice tone="success" live>
          <p className={classes.done}>{SUCCESS}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" title="Upload failed." live>
          The reason stands beside the file. {storedOf(outcome)} The rest is still here, with its titles.
        </Notice>
      );
    case 'cancelled':
      return <Notice live>Upload canceled. {storedOf(outcome)}</Notice>;
  }
}
