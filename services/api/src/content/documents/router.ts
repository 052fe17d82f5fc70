import {
  changeDocument,
  type DocumentListQuery,
  deleteDocument,
  documentPage,
  exportDocumentAccesses,
  exportDocuments,
  listDocumentAccesses,
  listDocuments,
  listReports,
  readDocumentContent,
  readStorageUsage,
  uploadDocument,
} from '@cytocomm/contract';
import { actorOf } from '../../platform/audit/actor.ts';
import { everybody, type Principal, roles } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/database-trouble.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import type { Slots } from '../../platform/limits/slots.ts';
import { DEFAULT_PAGE } from '../../platform/lists/cursor.ts';
import type { CallCount } from '../../platform/operators/under-way.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { ofReports, readable } from './access.ts';
import { type AccessLog, type AccessSearch, presentAccess } from './access-log.ts';
import type { Acknowledging } from './acknowledgements/acknowledging.ts';
import { createContentSender } from './content-sender.ts';
import { ACCESSES_CSV, DOCUMENTS_CSV } from './csv-files.ts';
import type { Documents } from './service.ts';
import { receiveUpload } from './upload.ts';
import { uploadFields } from './upload-fields.ts';

const MAX_REPORTS = 100;

/** What the calls about documents use. */
export interface DocumentServices {
  readonly documents: Documents;
  readonly files: FileStore;
  readonly accesses: AccessLog;
  /** Each download holds a slot. */
  readonly downloads: Slots;
  readonly uploads: CallCount;
  readonly csv: CsvFiles;
  readonly acknowledging: Acknowledging;
}

/** Returns the calls about documents. */
export function documentRoutes(core: Core, services: DocumentServices): RouteTable {
  const { documents, files, accesses, uploads, csv, acknowledging } = services;
  const content = createContentSender(services);
  const table = routeTable();
  const admin = roles('admin');

  const pageFor = async (principal: Principal | null, query: DocumentListQuery, keys: readonly string[]) => {
    const page = await documents.list(query, keys, principal?.roles.includes('admin') === true);
    return { ...page, items: await acknowledging.withOwn(page.items, principal) };
  };

  table.answer(listDocuments, everybody, ({ principal, query }) => pageFor(principal, query, readable(principal)));

  table.answer(listReports, roles('investor', 'admin'), ({ principal, query }) =>
    pageFor(principal, { ...query, limit: query.limit ?? MAX_REPORTS }, ofReports(readable(principal))),
  );

  table.answer(
    readDocumentContent,
    everybody,
    async (call) => {
      const find = (principal: Principal | null) => documents.find(call.params.id, readable(principal));
      await content.send(call, await find(call.principal), async () => find(await call.admitAgain()));
    },
    { slot: content.slot, turn: content.turn, page: ({ id }) => documentPage(encodeURIComponent(String(id))) },
  );

  table.answer(uploadDocument, admin, async (call) => {
    const key = keyOf(call.req);
    await beforeWriting(documents.assertKey(key, actorOf(call)));
    const received = uploads.during(receiveUpload(call, files, core.config.maxUploadBytes, uploadFields));
    const { file, ...input } = await beforeWriting(received);
    return documents.add(input, file, key, actorOf(call));
  });

  table.answer(deleteDocument, admin, (call) => documents.remove(call.params.id, actorOf(call)));

  table.answer(changeDocument, admin, (call) =>
    documents.change(call.params.id, call.body, actorOf(call), () => assertFresh(core, call.principal, 'access')),
  );

  table.answer(
    exportDocuments,
    admin,
    (call) => {
      const read = (cursor?: string) =>
        documents.list({ ...call.query, limit: EXPORTED_AT_ONCE, cursor }, readable(call.principal), true);
      return csv.write(call, { ...DOCUMENTS_CSV, read });
    },
    { slot: csv.take },
  );

  const pageOfAccesses = async (search: AccessSearch) => {
    const { rows, nextCursor } = await accesses.page(search);
    return { items: rows.map(presentAccess), nextCursor };
  };

  table.answer(listDocumentAccesses, admin, async ({ principal, params, query }) => {
    const { _id: documentId, title } = await documents.find(params.id, readable(principal));
    return { title, ...(await pageOfAccesses({ ...query, documentId, limit: query.limit ?? DEFAULT_PAGE })) };
  });

  table.answer(
    exportDocumentAccesses,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      const { _id: documentId } = await documents.find(call.params.id, readable(call.principal));
      const read = (cursor?: string) => pageOfAccesses({ ...call.query, documentId, limit: EXPORTED_AT_ONCE, cursor });
      await csv.write(call, { ...ACCESSES_CSV, subject: call.params.id, read });
    },
    { slot: csv.take },
  );

  table.answer(readStorageUsage, admin, async () => ({
    ...(await documents.usage()),
    maxUploadBytes: core.config.maxUploadBytes,
  }));

  return table;
}
