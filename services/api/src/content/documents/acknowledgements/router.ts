import {
  type AcknowledgementQuery,
  acknowledgeDocument,
  type DocumentAcknowledgement,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
  MAX_READERS_COUNTED,
  type MissingAcknowledgement,
} from '@cytocomm/contract';
import { z } from 'zod';
import { NEVER } from '../../../identity/users/record.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Principal, roles, signedIn } from '../../../platform/calls/access.ts';
import type { Core } from '../../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../../platform/http/route.ts';
import { assertFresh } from '../../../platform/http/step-up.ts';
import {
  DEFAULT_PAGE,
  decodeCursor,
  encodeCursor,
  orderNamed,
  type Page,
  readPage,
} from '../../../platform/lists/pages.ts';
import { readableKeys } from '../access.ts';
import { detailsOf } from '../document-record.ts';
import type { DocumentRecord } from '../model.ts';
import { createReaders, type ReaderRole, type Readers, readerRoleFor, readerRoleOf } from '../readers.ts';
import type { Documents } from '../service.ts';
import { type AcknowledgementRecord, acknowledgementModel } from './model.ts';
import { type Acknowledgements, assertNeedsAcknowledgement } from './service.ts';

/** Filters, order and page of a list of acknowledgements. */
type AcknowledgementSearch = Omit<AcknowledgementQuery, 'limit'> & { readonly limit: number };

/** Page of the people who have not acknowledged. */
type MissingSearch = Pick<AcknowledgementSearch, 'limit' | 'cursor'>;

/** A page of the people who have not acknowledged a document. */
interface MissingPage {
  readonly items: MissingAcknowledgement[];
  readonly nextCursor: string | null;
}

/** Lists of acknowledgements for admins. */
export interface AcknowledgementLists {
  /** Returns a page of a document's acknowledgements, by default newest first. Throws 400 for an invalid cursor. */
  page(document: DocumentRecord, search: AcknowledgementSearch): Promise<Page<AcknowledgementRecord>>;
  /** Returns a page of readers who have not acknowledged the current file, by e-mail. Throws 400 like `page`. */
  missing(document: DocumentRecord, role: ReaderRole, search: MissingSearch): Promise<MissingPage>;
  /** Counts readers who have acknowledged it, among the first `MAX_READERS_COUNTED`. */
  count(document: DocumentRecord): Promise<number>;
}

const ORDERS = { acknowledgedAt: 'at' } as const;
/** Batches of people read for one response. */
const MAX_BATCHES = 4;

const positionSchema = z.tuple([z.string()]);

/** Creates the lists of acknowledgements. */
export function createAcknowledgementLists(core: Core, readers: Readers): AcknowledgementLists {
  const model = acknowledgementModel(core.database.connection);

  /** Returns which of these people have acknowledged the current file, by id. */
  async function signersAmong(
    { _id: documentId, sha256 }: DocumentRecord,
    people: readonly Pick<AcknowledgementRecord, '_id'>[],
  ): Promise<ReadonlySet<string>> {
    if (people.length === 0) return new Set();
    const userId = { $in: people.map(({ _id }) => _id) };
    return new Set((await model.distinct('userId', { documentId, userId, sha256 })).map(String));
  }

  return {
    page: ({ _id: documentId, sha256 }, { limit, cursor, sort = '-acknowledgedAt', search, file }) => {
      const ofFile = { current: { sha256 }, earlier: { sha256: { $ne: sha256 } } };
      const filter = { documentId, ...(file !== undefined && ofFile[file]) };
      const order = orderNamed<AcknowledgementRecord>(sort, ORDERS, '_id');
      return readPage(model, { filter, search, order, limit, cursor });
    },

    missing: async (document, role, { limit, cursor }) => {
      const [start] = cursor === undefined ? [''] : decodeCursor(cursor, positionSchema);
      const items: MissingAcknowledgement[] = [];
      const pageTo = (last: string | null) => ({
        items: items.slice(0, limit),
        nextCursor: last === null ? null : encodeCursor([last]),
      });
      let batches = 0;
      for await (const { people, last } of readers.all(document, role, start)) {
        batches += 1;
        const signers = await signersAmong(document, people);
        for (const { _id, email, name, opened, lastSignInAt = NEVER } of people) {
          if (signers.has(String(_id))) continue;
          items.push({
            ...{ email, name, opened },
            ...(lastSignInAt > NEVER && { lastSignInAt: lastSignInAt.toISOString() }),
          });
        }
        if (items.length > limit) return pageTo(items[limit - 1]?.email ?? null);
        if (batches === MAX_BATCHES) return pageTo(last);
      }
      return pageTo(null);
    },

    count: async (document) => {
      const role = readerRoleOf(document);
      if (role === undefined) return 0;
      let [counted, signed] = [0, 0];
      for await (const { people } of readers.all(document, role)) {
        const some = people.slice(0, MAX_READERS_COUNTED - counted);
        counted += some.length;
        signed += (await signersAmong(document, some)).size;
        if (counted === MAX_READERS_COUNTED) break;
      }
      return signed;
    },
  };
}

/** Presents an acknowledgement to admins. */
function presentAcknowledgement(
  { at, email, name, sha256, title, fileName, version, revision, validFrom }: AcknowledgementRecord,
  document: Pick<DocumentRecord, 'sha256'>,
): DocumentAcknowledgement {
  return {
    ...{ acknowledgedAt: at.toISOString(), email, name, sha256, title, fileName, version },
    ...(revision !== undefined && { revision }),
    ...(validFrom !== undefined && { validFrom }),
    isCurrent: sha256 === document.sha256,
  };
}

/** The columns of an acknowledgement in a CSV export. */
const ACKNOWLEDGEMENTS_CSV = {
  name: 'acknowledgements.csv',
  columns: ['who', 'nameGiven', 'when', 'document', 'revision', 'validFrom', 'file', 'version', 'sha256', 'current'],
  lineOf: ({ email, name, acknowledgedAt, title, fileName, version, sha256, ...more }: DocumentAcknowledgement) => [
    ...[email, name, acknowledgedAt, title, more.revision ?? '', more.validFrom ?? '', fileName, String(version)],
    ...[sha256, more.isCurrent ? 'yes' : 'no'],
  ],
  action: 'document.acknowledgements-exported',
} as const;

/** Dependencies of `acknowledgementRoutes`. */
export interface AcknowledgementServices {
  readonly documents: Pick<Documents, 'find'>;
  readonly acknowledgements: Acknowledgements;
  readonly csv: CsvFiles;
}

/** Routes to acknowledge SOPs and to list who has. */
export function acknowledgementRoutes(
  core: Core,
  { documents, acknowledgements, csv }: AcknowledgementServices,
): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const lists = createAcknowledgementLists(core, createReaders(core));

  const find = (id: string, principal: Principal) => documents.find(id, readableKeys(principal));
  const described = ({ title, kind, revision }: DocumentRecord) => ({ title, ...detailsOf({ kind, revision }) });

  table.answer(acknowledgeDocument, signedIn, async (call) => {
    const document = await find(call.params.id, call.principal);
    return acknowledgements.acknowledge(document, call.body, call.principal, actorOf(call));
  });

  table.answer(listAcknowledgements, admin, async ({ principal, params, query }) => {
    const document = await find(params.id, principal);
    const { rows, nextCursor } = await lists.page(document, { ...query, limit: query.limit ?? DEFAULT_PAGE });
    const items = rows.map((row) => presentAcknowledgement(row, document));
    return { ...described(document), items, nextCursor };
  });

  table.answer(
    exportAcknowledgements,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      const document = await find(call.params.id, call.principal);
      const read = async (cursor?: string) => {
        const { rows, nextCursor } = await lists.page(document, { ...call.query, limit: EXPORTED_AT_ONCE, cursor });
        return { items: rows.map((row) => presentAcknowledgement(row, document)), nextCursor };
      };
      await csv.write(call, { ...ACKNOWLEDGEMENTS_CSV, subject: call.params.id, read });
    },
    { slot: csv.take },
  );

  table.answer(listMissingAcknowledgements, admin, async ({ principal, params, query }) => {
    const document = await find(params.id, principal);
    assertNeedsAcknowledgement(document);
    const search = { ...query, limit: query.limit ?? DEFAULT_PAGE };
    return { ...described(document), ...(await lists.missing(document, readerRoleFor(document), search)) };
  });

  return table;
}
