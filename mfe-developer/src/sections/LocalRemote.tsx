import {
  allowLocalRemote,
  type LocalRemote as LocalRemoteRecord,
  readLocalRemote,
  stopLocalRemote,
} from '@cytocomm/contract';
import { Button, ExactTime, focusFirstError, Notice, TextField, toast, useSearchParams } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { endpoint, mutation, problemMessage, QueryFailure, remoteTags } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { RemoteField } from '../live/RemoteField.tsx';
import classes from '../local-remote/local-remote.module.css';

const tags = [remoteTags('mfe-developer', ['LocalRemote']).LocalRemote];

export const { useQuery: useLocalRemote } = endpoint(readLocalRemote, { tags });
export const { useMutation: useAllowLocalRemote } = mutation(allowLocalRemote, { tags });
export const { useMutation: useStopLocalRemote } = mutation(stopLocalRemote, { tags });

const LEAD =
  'See a remote that you work on inside this portal, with its data and the other remotes as they are live. No one else sees it.';

/** Lets pages of this browser load one remote from the developer's own machine. */
export default function LocalRemote() {
  return (
    <Panel title="Local remote" lead={LEAD}>
      <Permission />
    </Panel>
  );
}

function Permission() {
  const { data, error, isFetching, refetch } = useLocalRemote();
  if (data) return data.localRemote ? <Allowed localRemote={data.localRemote} /> : <AllowForm />;
  if (!error) return <TableSkeleton label="Loading the permission" columns={4} rows={1} />;
  const title = 'The permission could not be read.';
  return <QueryFailure title={title} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** The fields of a permission, as typed. */
interface LocalRemoteFields {
  readonly remote: string;
  readonly origin: string;
  readonly hours: string;
}

const REMOTE_NAME = /^mfe-[a-z0-9]+(-[a-z0-9]+)*$/;
const LOCAL_ORIGIN = /^http:\/\/(localhost|127\.0\.0\.1):([1-9]\d{0,4})$/;
const MAX_PORT = 65_535;
const MAX_HOURS = 8;

/** Returns the fields without what people copy along: spaces, and the slash behind an address. */
function trimmedFields({ remote, origin, hours }: LocalRemoteFields): LocalRemoteFields {
  return { remote: remote.trim(), origin: origin.trim().replace(/\/$/, ''), hours };
}

/** Returns what is wrong, by field; nothing for trimmed fields that the API accepts. */
function localRemoteProblems({ remote, origin, hours }: LocalRemoteFields): Partial<LocalRemoteFields> {
  const number = Number(hours);
  const port = Number(LOCAL_ORIGIN.exec(origin)?.[2] ?? Number.NaN);
  const isHours = Number.isInteger(number) && number >= 1 && number <= MAX_HOURS;
  return {
    ...(!REMOTE_NAME.test(remote) && { remote: 'The name of a remote, such as mfe-investor.' }),
    ...(!(port <= MAX_PORT) && { origin: 'Your own machine with a port, such as http://localhost:4001.' }),
    ...(!isHours && { hours: `A whole number from 1 to ${MAX_HOURS}.` }),
  };
}

/**
 * Asks for the permission. The address may hold remote and origin (`local-remote`, `at`), as the terminal prints it; nothing is
 * sent before the person has pressed the button.
 */
function AllowForm() {
  const [search] = useSearchParams();
  const [fields, setFields] = useState<LocalRemoteFields>({
    remote: search.get('local-remote') ?? '',
    origin: search.get('at') ?? '',
    hours: '4',
  });
  const [problems, setProblems] = useState<Partial<LocalRemoteFields>>({});
  const [allow, { isLoading }] = useAllowLocalRemote();
  const form = useRef<HTMLFormElement>(null);

  const change = (next: Partial<LocalRemoteFields>) => {
    setFields({ ...fields, ...next });
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const trimmed = trimmedFields(fields);
    const wrong = localRemoteProblems(trimmed);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      focusFirstError(form.current);
      return;
    }
    const { error } = await allow({ body: { ...trimmed, hours: Number(trimmed.hours) } });
    if (error) toast.error(`This was not allowed. ${problemMessage(error)}`);
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Load a remote from your own machine"
      onSubmit={(event) => void submit(event)}
      className={classes.form}
    >
      <RemoteField value={fields.remote} error={problems.remote} onChange={(remote) => change({ remote })} />
      <TextField
        label="Address on your machine"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        placeholder="http://localhost:4001"
        value={fields.origin}
        error={problems.origin}
        onChange={({ target }) => change({ origin: target.value })}
      />
      <TextField
        label="Hours"
        type="number"
        min={1}
        max={8}
        inputMode="numeric"
        value={fields.hours}
        error={problems.hours}
        onChange={({ target }) => change({ hours: target.value })}
      />
      <Button type="submit" busy={isLoading} busyLabel="Allowing…">
        Allow in this browser
      </Button>
    </form>
  );
}

/** The permission that this browser has, and what to do with it. */
function Allowed({ localRemote: { remote, origin, expiresAt } }: { readonly localRemote: LocalRemoteRecord }) {
  const [stop, { isLoading }] = useStopLocalRemote();
  const end = async () => {
    const { error } = await stop();
    if (error) toast.error(`This was not stopped. ${problemMessage(error)}`);
    else toast.success('Stopped: pages that you open from now on are the portal’s own.');
  };
  return (
    <Notice tone="warning" live title={`Pages that you open load ${remote} from ${origin}.`}>
      <p>
        In this browser alone, until <ExactTime date={expiresAt} /> or until you sign out. Its code may do what you may
        do here, so let no one else serve anything at that address. If your browser asks, let this site reach your own
        machine.
      </p>
      <div className={classes.actions}>
        <Button size="small" onClick={() => location.reload()}>
          Reload with it
        </Button>
        <Button variant="secondary" size="small" busy={isLoading} busyLabel="Stopping…" onClick={() => void end()}>
          Stop
        </Button>
      </div>
    </Notice>
  );
}
