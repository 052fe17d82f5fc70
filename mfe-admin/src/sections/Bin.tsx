import { type BinItem, type BinKind, type BinQuery, deleteFromBin, listBin } from '@cytocomm/contract';
import {
  Button,
  classNames,
  type DataColumn,
  DataTable,
  type DataTableProps,
  EmptyState,
  RelativeTime,
  toast,
} from '@cytocomm/kit';
import { DeleteButton, Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { choicesIn, GridPages, mutation, pages, problemMessage, useRestore } from '@cytocomm/portal-api';
import classes from '../bin/bin.module.css';
import { choiceFilter, type ListFilter } from '../lists/list-filters.tsx';
import { ListFilters, useListView } from '../lists/ResourceList.tsx';

/** What is in the bin, by its kind, in words for people. */
const BIN_KINDS: Readonly<Record<BinKind, string>> = {
  user: 'Person',
  document: 'Document',
  'press-release': 'Press release',
  event: 'Event',
};

const filters: readonly ListFilter<BinQuery>[] = [
  choiceFilter(
    'kind',
    { label: 'Kind of what was deleted', all: 'Everything', choices: choicesIn<BinKind>(BIN_KINDS) },
    (kind) => ({ kind }),
  ),
];

const tags = ['Bin'] as const;

const { useInfiniteQuery: useBinPages } = pages(listBin, { tags });
const { useMutation: useDeleteFromBin } = mutation(deleteFromBin, { tags, evenIfRefused: true });

const columns: readonly DataColumn<BinItem>[] = [
  {
    key: 'title',
    header: 'What',
    rowHeader: true,
    cell: ({ kind, id, email = id, title }) => (
      <span className={classes.two}>
        <span className={classes.title}>{title}</span>
        <span className={classes.small}>{kind === 'user' ? `Person, ${email}` : BIN_KINDS[kind]}</span>
      </span>
    ),
  },
  {
    key: 'deleted',
    header: 'Deleted',
    cell: ({ deletedAt, deletedBy }) => (
      <span className={classNames(classes.two, classes.by)}>
        <RelativeTime date={deletedAt} />
        <span className={classes.small}>{deletedBy === '' ? 'at the command line' : `by ${deletedBy}`}</span>
      </span>
    ),
  },
  { key: 'until', header: 'Gone for good', cell: ({ keptUntil }) => <RelativeTime date={keptUntil} /> },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (item) => (
      <span className={classes.actions}>
        <Restore item={item} />
        <DeleteForGood item={item} />
      </span>
    ),
  },
];

interface BinTableProps extends Pick<DataTableProps<BinItem>, 'busy'> {
  readonly items: readonly BinItem[];
  /** Whether other kinds of records are left out. */
  readonly isFiltered: boolean;
}

/** What was deleted, last first. */
function BinTable({ items, isFiltered, ...table }: BinTableProps) {
  if (items.length === 0 && isFiltered) return <EmptyState title="Nothing of this kind is in the bin." />;
  if (items.length === 0)
    return <EmptyState title="The bin is empty.">What you delete stays here for 30 days.</EmptyState>;
  return (
    <DataTable
      {...table}
      caption="Bin"
      columns={columns}
      rows={items}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      className={classes.table}
    />
  );
}

function Restore({ item: { kind, id, title, deletedAt } }: { readonly item: BinItem }) {
  const [restore, { isLoading }] = useRestore();
  const press = async () => {
    const { error } = await restore({ params: { kind, id }, query: { deletedAt } });
    if (error) toast.error(`“${title}” was not restored. ${problemMessage(error)}`);
    else toast.success(`“${title}” is back`);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon="retry"
      busy={isLoading}
      aria-label={`Restore ${title}`}
      onClick={() => void press()}
    >
      Restore
    </Button>
  );
}

function DeleteForGood({ item: { kind, id, title, deletedAt } }: { readonly item: BinItem }) {
  const [deleteFromBin] = useDeleteFromBin();
  const onDelete = async () => {
    const { error } = await deleteFromBin({ params: { kind, id }, query: { deletedAt } });
    if (error) toast.error(`“${title}” was not deleted. ${problemMessage(error)}`);
    else toast.success('Deleted for good');
  };
  return (
    <DeleteButton
      name={`${title} for good`}
      question="Delete this for good?"
      confirmLabel="Delete for good"
      onDelete={onDelete}
    >
      “{title}” cannot come back after this.
    </DeleteButton>
  );
}

const PENDING = <TableSkeleton label="Loading the bin" columns={4} rows={3} />;

/** The bin: people, documents, press releases and events that can be taken back for 30 days. */
export default function Bin() {
  const view = useListView(filters, 20);
  return (
    <Panel title="Bin" lead="What was deleted within the last 30 days. Restored, it is where it was.">
      <ListFilters view={view} />
      <GridPages query={useBinPages({ query: view.pageQuery })} pending={PENDING} failed="The bin could not be loaded.">
        {(items, busy) =>
          items.length === 0 && busy ? PENDING : <BinTable items={items} isFiltered={!view.isAll} busy={busy} />
        }
      </GridPages>
    </Panel>
  );
}
