import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { FieldMessages, type FieldProps, useFieldWiring } from '../forms/fields.tsx';
import { Icon } from '../icons/Icon.tsx';
import classes from './FileDrop.module.css';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Returns a size for people: `1.4 MB`. Steps of 1000, as file managers show them. */
export function describeBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`;
}

/** Properties of {@link FileDrop}. */
export interface FileDropProps extends FieldProps {
  readonly files: readonly File[];
  /** The whole new choice: what was chosen or dropped, or what is left after one was taken out. */
  readonly onFiles: (files: File[]) => void;
  /** As an input's: `application/pdf`. A hint for the file dialog; what is dropped is not filtered. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly name?: string;
}

/** A place to drop files or choose them, by pointer or keyboard. */
export function FileDrop({
  label,
  hint,
  error,
  hideLabel,
  files,
  onFiles,
  accept,
  multiple,
  disabled,
  name,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { controlId, hintId, errorId, aria } = useFieldWiring(undefined, hint, error);

  const addFiles = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1));
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    addFiles(event.target.files);
    // The same file can be chosen again after it was taken out.
    event.target.value = '';
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) addFiles(event.dataTransfer.files);
  };
  const removeFile = (file: File) => {
    onFiles(files.filter((other) => other !== file));
    input.current?.focus();
  };

  return (
    <div className={classes.field}>
      <div
        className={classNames(
          classes.area,
          over && classes.over,
          disabled && classes.disabled,
          Boolean(error) && classes.wrong,
        )}
      >
        <Icon name="upload" className={classes.icon} />
        <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : classes.label}>
          {label}
        </label>
        <span aria-hidden="true" className={classes.invitation}>
          Drop {multiple ? 'files' : 'a file'} here, or <span className={classes.choose}>choose</span>
        </span>
        <input
          {...aria}
          ref={input}
          id={controlId}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={onChange}
          onDragOver={onDragOver}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
          className={classes.input}
        />
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`} className={classes.file}>
              <Icon name="document" size="small" />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{describeBytes(file.size)}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => removeFile(file)}
              >
                <Icon name="close" size="small" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}
