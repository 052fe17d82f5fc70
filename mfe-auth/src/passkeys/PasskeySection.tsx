import { MAX_PASSKEYS, type Passkey, type PasskeyList } from '@cytocomm/contract';
import { type DataColumn, DataTable, Heading, Notice, RelativeTime, Tag } from '@cytocomm/kit';
import { AddPasskey } from './AddPasskey.tsx';
import { knowsPasskeys } from './authenticator.ts';
import { RemovePasskey } from './RemovePasskey.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';
import classes from './security.module.css';

const columns: readonly DataColumn<Passkey>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, synced }) => (
      <span className={classes.name}>
        {name}
        {synced ? <Tag tone="teal">Synced</Tag> : null}
      </span>
    ),
  },
  { key: 'createdAt', header: 'Added', cell: ({ createdAt }) => <RelativeTime date={createdAt} /> },
  {
    key: 'lastUsedAt',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime date={lastUsedAt} />),
  },
];

/** The passkeys of the person, and how to add one. */
export function PasskeySection({ list: { items, needed } }: { readonly list: PasskeyList }) {
  const actions: DataColumn<Passkey> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (passkey) => (
      <>
        <RenamePasskey passkey={passkey} />
        {needed && items.length === 1 ? null : <RemovePasskey passkey={passkey} isLast={items.length === 1} />}
      </>
    ),
  };
  return (
    <section aria-labelledby="passkeys">
      <div className={classes.opening}>
        <Heading level={2} size="title" id="passkeys">
          Passkeys
        </Heading>
        {knowsPasskeys() && items.length < MAX_PASSKEYS ? <AddPasskey isFirst={items.length === 0} /> : null}
      </div>
      {knowsPasskeys() ? null : (
        <Notice tone="warning">This browser knows no passkeys. Open this page in another browser to add one.</Notice>
      )}
      {items.length >= MAX_PASSKEYS ? (
        <p className={classes.text}>You have {MAX_PASSKEYS}, and nobody has more. Remove one to add another.</p>
      ) : null}
      {items.length === 0 ? (
        <p className={classes.text}>You have none: the link that is mailed to you signs you in.</p>
      ) : (
        <DataTable caption="Your passkeys" columns={[...columns, actions]} rows={items} rowKey={({ id }) => id} />
      )}
    </section>
  );
}
