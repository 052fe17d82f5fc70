import { Button, Icon, TextField } from '@cytocomm/kit';
import { describeBytes } from '@cytocomm/kit/dashboard';
import classes from './documents.module.css';
import { type SizeLimit, tooLarge } from './file-checks.ts';
import type { PickedFile } from './upload-queue.ts';

/** How far a file has come. */
export function UploadProgress({ part, name }: { readonly part: number; readonly name: string }) {
  const percent = Math.floor(part * 100);
  return (
    <div className={classes.progressLine}>
      <progress max={100} value={percent} aria-label={`Uploading ${name}`} className={classes.progress} />
      <span className="tabular">{percent} %</span>
    </div>
  );
}

interface PickedFilesProps {
  readonly files: readonly PickedFile[];
  /** Each file has a title of its own. */
  readonly several: boolean;
  readonly busy: boolean;
  /** How large a file may be; null while that is not known. */
  readonly limit: SizeLimit | null;
  /** What is worth knowing of a file before it is sent, by its id. */
  readonly hints: ReadonlyMap<number, string>;
  readonly onRename: (id: number, title: string) => void;
  readonly onDrop: (id: number) => void;
}

/** The files that are to be sent, with how far each one has come. */
export function PickedFiles({ files, several, busy, limit, hints, onRename, onDrop }: PickedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files to upload" className={classes.picked}>
      {files.map((picked) => (
        <li key={picked.id} className={classes.pickedFile}>
          <div className={classes.pickedLine}>
            <Icon name="document" size="small" />
            <span className={classes.pickedName}>{picked.file.name}</span>
            <span className={classes.meta}>{describeBytes(picked.file.size)}</span>
            {busy ? null : (
              <Button
                variant="quiet"
                size="small"
                icon="close"
                aria-label={`Remove ${picked.file.name}`}
                onClick={() => onDrop(picked.id)}
              />
            )}
          </div>
          {several ? (
            <TextField
              label={`Title of ${picked.file.name}`}
              hideLabel
              placeholder="Title"
              maxLength={200}
              value={picked.title}
              disabled={busy}
              onChange={(event) => onRename(picked.id, event.target.value)}
            />
          ) : null}
          {picked.state === 'uploading' ? <UploadProgress part={picked.part} name={picked.file.name} /> : null}
          <div aria-live="polite">
            <PickedNote reason={reasonOf(picked, limit)} hint={hints.get(picked.id)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns why this file is not sent or was not stored. */
function reasonOf({ reason, file }: PickedFile, limit: SizeLimit | null): string | null {
  return limit !== null && file.size > limit.bytes ? tooLarge(limit) : reason;
}

function PickedNote({ reason, hint }: { readonly reason: string | null; readonly hint: string | undefined }) {
  if (reason !== null) return <p className={classes.reason}>{reason}</p>;
  return hint === undefined ? null : <p className={classes.meta}>{hint}</p>;
}
