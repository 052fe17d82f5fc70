import type { Mail } from '@cytocomm/contract';
import { Button, toast } from '@cytocomm/kit';
import { BulkBar, type BulkBarProps, problemMessage, useEach } from '@cytocomm/portal-api';
import { useRetryMail } from './mail-api.ts';

/** Properties of {@link MailBulk}. */
export interface MailBulkProps extends Pick<BulkBarProps, 'selected' | 'onSelect'> {
  /** The mails that are chosen, by their ids. */
  readonly chosen: ReadonlyMap<string, Mail>;
}

const count = (number: number) => `${number} ${number === 1 ? 'mail' : 'mails'}`;

/** Sends all mails again that are chosen and have failed. What could not be sent, or was not reached, stays chosen. */
export function MailBulk({ chosen, selected, onSelect }: MailBulkProps) {
  const [retry] = useRetryMail();
  const { run, ...each } = useEach(problemMessage);
  const failedOnes = [...chosen.values()].filter(({ status }) => status === 'failed').map(({ id }) => id);
  const nameOf = (id: string) => chosen.get(id)?.to ?? id;

  const sendAll = async () => {
    const { done, failed, left } = await run(failedOnes, (id) => retry({ params: { id } }), nameOf);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const stopped = left.length === 0 ? '' : `; stopped before ${count(left.length)}`;
    if (done.length > 0) toast.success(`${count(done.length)} on the way again${stopped}`);
  };

  return (
    <BulkBar label="Selected mails" selected={selected} onSelect={onSelect} each={each}>
      {({ busy, disabled }) => (
        <>
          <Button
            variant="secondary"
            size="small"
            icon="retry"
            busy={busy}
            disabled={disabled || failedOnes.length === 0}
            onClick={() => void sendAll()}
          >
            Send again
          </Button>
          {failedOnes.length < selected.size && !busy ? (
            <span>{failedOnes.length || 'None'} of them failed: only what failed is sent again.</span>
          ) : null}
        </>
      )}
    </BulkBar>
  );
}
