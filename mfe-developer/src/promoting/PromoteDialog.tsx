import type { LockItem, ReleaseItem } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, Dialog, focusFirstError, Notice, RelativeTime, TextArea, toast } from '@cytocomm/kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Refused } from '../asking/AskButton.tsx';
import { usePromote, useRunningCanary } from '../live/live-api.ts';
import { describeShare, partNamed, shortHash, shortId } from '../live/lock-parts.ts';
import { type Audience, AudienceFields, audienceProblem, canaryOf } from './AudienceFields.tsx';
import classes from './promoting.module.css';

const MAX_REASON_LENGTH = 500;
const EVERYBODY: Audience = { kind: 'everybody', percent: '10', roles: [] };

/** Properties of {@link PromoteDialog}. */
export interface PromoteDialogProps {
  readonly release: ReleaseItem;
  /** What is live now, kept current; null when nothing is. */
  readonly live: LockItem | null;
  readonly onClose: () => void;
}

/**
 * Asks for whom and why a release is promoted. The promotion is based on the lock that the person has seen here: when
 * another is live meanwhile, it shows that one and waits until the person has looked again.
 */
export function PromoteDialog({ release: { remote, version, release }, live, onClose }: PromoteDialogProps) {
  const [seen, setSeen] = useState(live);
  const [audience, setAudience] = useState(EVERYBODY);
  const [problem, setProblem] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [promote, { isLoading }] = usePromote();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const isMoved = (isApiProblem(error) && error.code === 'lock-moved') || (seen?.id !== live?.id && !isLoading);
  const canary = canaryOf(audience);
  const running = useRunningCanary();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || isMoved) return;
    const wrong = audienceProblem(audience);
    setProblem(wrong);
    if (wrong !== null) {
      focusFirstError(form.current);
      return;
    }
    setError(null);
    const text = reason.trim();
    const result = await promote({
      body: {
        base: seen?.id ?? null,
        set: [{ remote, release }],
        ...(text !== '' && { reason: text }),
        ...(canary && { canary }),
      },
    });
    if (result.error) {
      setError(result.error);
      return;
    }
    toast.success(
      canary ? `${remote} ${version} is a canary for ${describeShare(canary)}` : `${remote} ${version} is live`,
    );
    onClose();
  };
  const lookAgain = () => {
    setSeen(live);
    setError(null);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Promote ${remote} ${version}`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={isLoading}
            aria-disabled={isMoved}
            className={isMoved ? classes.waiting : undefined}
          >
            {audience.kind === 'everybody' ? 'Promote to everybody' : 'Start the canary'}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
        {isMoved ? (
          <Notice tone="warning" live title="Somebody else promoted meanwhile.">
            <p>Nothing was changed, and what you typed is kept. This is live now:</p>
            <LiveNow live={live} remote={remote} />
            <Button variant="secondary" size="small" onClick={lookAgain} className={classes.again}>
              Go on from here
            </Button>
          </Notice>
        ) : (
          <div className={classes.now}>
            <p>Live now:</p>
            <LiveNow live={seen} remote={remote} />
            <p>
              {remote} {version} <code>{shortHash({ version, release })}</code>{' '}
              {canary
                ? 'is tried on some; what is live stays for everybody else.'
                : 'takes its place. Open tabs keep what they run on.'}
            </p>
          </div>
        )}
        {running ? (
          <Notice tone="warning">
            {canary ? 'A canary runs already: promote or stop it first.' : 'The canary that runs ends with this.'}
          </Notice>
        ) : null}
        <AudienceFields
          audience={audience}
          error={problem}
          onChange={(next) => {
            setAudience(next);
            setProblem(null);
          }}
        />
        <TextArea
          label="Reason"
          hint="Shown in the history of deployments."
          maxLength={MAX_REASON_LENGTH}
          rows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {error && !isMoved ? <Refused error={error} /> : null}
      </form>
    </Dialog>
  );
}

/** The release of a remote in the live lock, and whose lock it is. */
function LiveNow({ live, remote }: { readonly live: LockItem | null; readonly remote: string }) {
  if (live === null) return <p>Nothing is live yet.</p>;
  const part = partNamed(live, remote);
  return (
    <p>
      {part ? (
        <>
          <strong>
            {remote} {part.version}
          </strong>{' '}
          <code>{shortHash(part)}</code>
        </>
      ) : (
        `no release of ${remote}`
      )}
      , in lock <code>{shortId(live.id)}</code>, made <RelativeTime date={live.createdAt} /> by {live.createdBy}
      {live.reason === '' ? '.' : `: “${live.reason}”`}
    </p>
  );
}
