import { Button, toast } from '@cytocomm/kit';
import classes from './reports.module.css';

/** The SHA-256 of a file, to compare a download with: shown short, copied whole. */
export function ContentHash({ sha256, of }: { readonly sha256: string; readonly of: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      toast.success('SHA-256 copied');
    } catch {
      toast.error(`The browser did not allow copying. SHA-256: ${sha256}`);
    }
  };
  return (
    <p className={classes.hash}>
      <span>SHA-256</span>
      <code title={sha256}>{sha256.slice(0, 12)}…</code>
      <Button
        variant="quiet"
        size="small"
        icon="copy"
        aria-label={`Copy SHA-256 of ${of}`}
        onClick={() => void copy()}
      />
    </p>
  );
}
