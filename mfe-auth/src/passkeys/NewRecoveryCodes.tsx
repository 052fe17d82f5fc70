import { Button, Notice, toast } from '@cytocomm/kit';
import { useRef } from 'react';
import classes from './security.module.css';

/** How long a browser may take to begin a download, in ms. */
const BEGINS_WITHIN_MS = 60_000;

/** Properties of {@link NewRecoveryCodes}. */
export interface NewRecoveryCodesProps {
  readonly codes: readonly string[];
  /** The person says that they are kept elsewhere. */
  readonly onKept: () => void;
}

const focusOnce = (news: HTMLElement | null) => news?.focus();

function textOf(codes: readonly string[]): string {
  return `Recovery codes of the Cytocomm portal at ${location.host}. Each works once.\n\n${codes.join('\n')}\n`;
}

/** Recovery codes that were just made, for the only time that they can be seen. */
export function NewRecoveryCodes({ codes, onKept }: NewRecoveryCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Codes copied');
    } catch {
      if (list.current) getSelection()?.selectAllChildren(list.current);
      toast.error('The browser does not allow copying. The codes are selected: copy them by hand.');
    }
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([textOf(codes)], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'cytocomm-recovery-codes.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), BEGINS_WITHIN_MS);
  };
  return (
    <div ref={focusOnce} tabIndex={-1} className={classes.made}>
      <Notice tone="warning" live title="Keep these codes now: they are not shown again.">
        <p>Print them, or keep them where you keep passwords, apart from the device with your passkey.</p>
        <ol ref={list} aria-label="New recovery codes" className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={classes.buttons}>
          <Button variant="secondary" size="small" icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="secondary" size="small" icon="download" onClick={download}>
            Download
          </Button>
          <Button variant="quiet" size="small" onClick={onKept}>
            I have kept them
          </Button>
        </div>
      </Notice>
    </div>
  );
}
