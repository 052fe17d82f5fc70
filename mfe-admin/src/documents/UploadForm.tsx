import type { Visibility } from '@cytocomm/contract';
import { Button, Notice, Select, TextField } from '@cytocomm/kit';
import { FileDrop } from '@cytocomm/kit/dashboard';
import { type FormEvent, useState } from 'react';
import { visibilities } from './document.ts';
import classes from './documents.module.css';
import { PickedFiles } from './PickedFiles.tsx';
import { type UploadNews, useUploads } from './use-uploads.ts';

/** Uploads PDFs: title, file, visibility. Several files may be picked or dropped; each then has a title of its own. */
export function UploadForm() {
  const uploads = useUploads();
  const [title, setTitle] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('investor');
  const [incomplete, setIncomplete] = useState(false);
  const { files, uploading } = uploads;
  const several = files.length > 1;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const titled = files.map((each) => ({ ...each, title: (several ? each.title : title).trim() }));
    const missing = titled.length === 0 || titled.some((each) => each.title === '');
    if (uploading) return;
    setIncomplete(missing);
    if (missing) return;
    const left = await uploads.send(titled, visibility);
    setTitle(left.length === 1 ? (left[0]?.title ?? '') : '');
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Upload documents" className={classes.form}>
      {several ? null : (
        <TextField
          label="Title"
          value={title}
          maxLength={200}
          disabled={uploading}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      <Select
        label="Visibility"
        value={visibility}
        disabled={uploading}
        onChange={(event) =>
          setVisibility(visibilities.find(({ value }) => value === event.target.value)?.value ?? visibility)
        }
      >
        {visibilities.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <FileDrop
        label="File"
        hint="PDF files. Several at once are fine."
        accept="application/pdf,.pdf"
        multiple
        disabled={uploading}
        files={[]}
        onFiles={(added) => uploads.pick(added, title.trim())}
      />
      <PickedFiles files={files} several={several} busy={uploading} onRename={uploads.rename} onDrop={uploads.drop} />
      <div className={classes.submit}>
        <Button type="submit" icon="upload" busy={uploading} busyLabel="Uploading...">
          Upload
        </Button>
        {uploading ? (
          <Button variant="secondary" onClick={uploads.cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      <News incomplete={incomplete} news={uploads.news} />
    </form>
  );
}

function News({ incomplete, news }: { readonly incomplete: boolean; readonly news: UploadNews }) {
  if (incomplete) {
    return (
      <Notice tone="error" live>
        Please provide a title and select a file.
      </Notice>
    );
  }
  switch (news) {
    case 'none':
      return null;
    case 'done':
      return (
        <Notice tone="success" live>
          <p className={classes.done}>✅ Document uploaded successfully!</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" title="Upload failed." live>
          The reason stands beside the file. Nothing of it was stored; your title and file are still here.
        </Notice>
      );
    case 'cancelled':
      return <Notice live>Upload cancelled. Nothing of the file was stored.</Notice>;
  }
}
