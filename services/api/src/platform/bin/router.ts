import { type BinItem, type BinKind, deleteFromBin, listBin, restoreFromBin } from '@cytocomm/contract';
import { actorOf } from '../audit/actor.ts';
import { roles } from '../calls/access.ts';
import type { Core } from '../core.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { assertFresh } from '../http/step-up.ts';
import { DEFAULT_PAGE, orderNamed, readPage } from '../lists/pages.ts';
import type { KindOfBin } from './kind-of-bin.ts';
import { type BinRecord, binModel } from './model.ts';

/** The fields of an entry without the record itself, which may be long. */
type Entry = Omit<BinRecord, 'record'>;

const order = orderNamed<Entry>('-deletedAt', { deletedAt: 'deletedAt' }, '_id');

function presentEntry({
  kind,
  subject,
  formerSubject = subject,
  title,
  deletedAt,
  deletedBy,
  keptUntil,
}: Entry): BinItem {
  return {
    kind,
    id: subject,
    ...(kind === 'user' && { email: formerSubject }),
    title,
    deletedAt: deletedAt.toISOString(),
    deletedBy,
    keptUntil: keptUntil.toISOString(),
  };
}

/** Returns when the entry that a call means was deleted; undefined for whichever has the address. */
const meantBy = (deletedAt: string | undefined) => (deletedAt === undefined ? undefined : new Date(deletedAt));

/** Returns the admins' calls about what was deleted. `bins` holds one for each kind. */
export function binRoutes(core: Core, bins: Readonly<Record<BinKind, KindOfBin>>): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const model = binModel(core.database.connection);

  table.answer(listBin, admin, async ({ query: { kind, limit = DEFAULT_PAGE, cursor } }) => {
    const filter = kind === undefined ? {} : { kind };
    const page = await readPage<BinRecord, Entry>(model, { filter, order, limit, cursor, fields: { record: 0 } });
    return { items: page.rows.map(presentEntry), nextCursor: page.nextCursor };
  });

  table.answer(restoreFromBin, admin, (call) => {
    // A person comes back with their roles.
    if (call.params.kind === 'user') assertFresh(core, call.principal, 'admins');
    return bins[call.params.kind].restore(call.params.id, actorOf(call), meantBy(call.query.deletedAt));
  });

  table.answer(deleteFromBin, admin, (call) => {
    assertFresh(core, call.principal, 'bins');
    return bins[call.params.kind].remove(call.params.id, actorOf(call), meantBy(call.query.deletedAt));
  });

  return table;
}
