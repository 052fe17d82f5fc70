import classes from './documents.module.css';

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
