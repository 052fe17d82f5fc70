import type { PasskeyList } from '@cytocomm/contract';
import { Button, Dialog, Heading, Notice, RelativeTime, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import { useCreateRecoveryCodes } from './passkey-api.ts';
import classes from './security.module.css';

/** How long a browser may take to begin a download, in ms. */
const BEGINS_WITHIN_MS = 60_000;

/** Properties of {@link NewRecoveryCodes}. */
interface NewRecoveryCodesProps {
  readonly codes: readonly string[];
  /** The person says that they are kept elsewhere. */
  readonly onKept: () => void;
}

const focusOnce = (news: HTMLElement | null) => news?.focus();

function textOf(codes: readonly string[]): string {
  return `Recovery codes of the Cytocomm portal at ${location.host}. Each works once.\n\n${codes.join('\n')}\n`;
}

/** Recovery codes that were just made, for the only time that they can be seen. */
function NewRecoveryCodes({ codes, onKept }: NewRecoveryCodesProps) {
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

/** So few are left that the person is told to make new ones. */
const MIN_RECOVERY_CODES = 3;

/** Properties of {@link RecoveryCodeSection}. */
export interface RecoveryCodeSectionProps {
  /** Null while there are none. */
  readonly codes: PasskeyList['recoveryCodes'];
}

/** How many recovery codes are left, and how to make new ones. */
export function RecoveryCodeSection({ codes }: RecoveryCodeSectionProps) {
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<readonly string[] | null>(null);
  const [create, { isLoading }] = useCreateRecoveryCodes();

  const make = async () => {
    const { data, error } = await create();
    setAsking(false);
    if (data) setMade(data.codes);
    else toast.error(problemMessage(error));
  };
  return (
    <section aria-labelledby="recovery-codes">
      <div className={classes.opening}>
        <Heading level={2} size="title" id="recovery-codes">
          Recovery codes
        </Heading>
        <Button
          variant="secondary"
          size="small"
          busy={isLoading}
          onClick={() => (codes === null ? void make() : setAsking(true))}
        >
          {codes === null ? 'Make recovery codes' : 'Make new codes'}
        </Button>
      </div>
      {codes === null ? (
        <Notice tone="warning">You have none. Without them a lost passkey locks you out of your account.</Notice>
      ) : (
        <p className={classes.text}>
          {codes.left === 1 ? '1 code is' : `${codes.left} codes are`} left of those made{' '}
          <RelativeTime date={codes.createdAt} />. Each signs you in once in place of a passkey.
          {codes.left <= MIN_RECOVERY_CODES ? ' Make new ones soon.' : null}
        </p>
      )}
      {made === null ? null : <NewRecoveryCodes codes={made} onKept={() => setMade(null)} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button busy={isLoading} onClick={() => void make()}>
              Make new codes
            </Button>
          </>
        }
      >
        <p>The codes that you kept so far do not work any more afterwards.</p>
      </Dialog>
    </section>
  );
}
