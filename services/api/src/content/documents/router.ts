import {
  changeDocument,
  type DocumentContentQuery,
  type DocumentListQuery,
  deleteDocument,
  deleteDocumentVersion,
  documentPage,
  exportDocumentAccesses,
  exportDocuments,
  listDocumentAccesses,
  listDocuments,
  listDocumentVersions,
  listReports,
  MAX_DOWNLOADS_OF_CLIENT,
  readDocumentContent,
  readDocumentVersion,
  readStorageUsage,
  replaceDocumentContent,
  restoreDocumentVersion,
  uploadDocument,
} from '@cytocomm/contract';
import { clientNetworks, widestNetwork } from '@cytocomm/runtime';
import type { Request, Response } from 'express';
import { actorOf } from '../../platform/audit/actor.ts';
import { everybody, type Principal, roles } from '../../platform/calls/access.ts';
import { serviceUnavailable } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import type { ByteRange } from '../../platform/http/conditions.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import type { Slots } from '../../platform/limits/service.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import type { CallCount } from '../../platform/operators/work-metrics.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { FileGone } from '../../platform/storage/reading.ts';
import { readableKeys, reportKeys } from './access.ts';
import { type AccessLog, type AccessSearch, needsAcknowledgement, presentAccess } from './access-log.ts';
import type { Acknowledgements } from './acknowledgements/service.ts';
import type { DocumentRecord } from './model.ts';
import { ACCESSES_CSV, DOCUMENTS_CSV } from './reader-routes.ts';
import { ClientGone, hasCurrentCopy, responseFor, sendContent } from './send-file.ts';
import type { Documents } from './service.ts';
import { receiveUpload, replacementFields, uploadFields } from './upload.ts';

/** Maximum wait of a download for its turn, in ms. */
const TURN_TIMEOUT_MS = 20_000;

/** Dependencies of `createContentSender`. */
interface ContentServices {
  readonly files: FileStore;
  readonly accesses: AccessLog;
  /** Each download holds a slot. */
  readonly downloads: Slots;
}

/** The call that a file answers. */
interface ContentCall {
  readonly principal: Principal | null;
  readonly query: DocumentContentQuery;
  readonly clientAddress: string;
  readonly endTurn: () => void;
  readonly req: Request;
  readonly res: Response;
}

/** Creates the sender of document files, which logs each access and holds a slot. */
function createContentSender({ files, accesses, downloads }: ContentServices) {
  /** Whether 304 may be sent. The copy in the browser may be another person's, so the first time people get the file itself. */
  async function allowNotModified(principal: Principal | null, req: Request, record: DocumentRecord): Promise<boolean> {
    if (principal === null || req.method !== 'GET' || !hasCurrentCopy(req, record)) return true;
    return accesses.hasOpened(record, principal);
  }

  return {
    /** Takes a slot of the client. Throws if none is free. */
    slot: (address: string) =>
      downloads.take(
        clientNetworks(address).map(({ key, clients }) => ({ key, max: MAX_DOWNLOADS_OF_CLIENT * clients })),
      ),

    /** Waits for the turn of the client's network. Returns a function that ends the turn. Throws 503. */
    turn: (address: string, signal: AbortSignal) =>
      files.begin(widestNetwork(address), AbortSignal.any([signal, AbortSignal.timeout(TURN_TIMEOUT_MS)])).catch(() => {
        throw serviceUnavailable('Many downloads begin at the moment. Try again in a few seconds.');
      }),

    /** Sends the file or parts of it; `assertReadable` throws once the caller may no longer read it. Throws 416. */
    send: async (
      { principal, query, clientAddress, endTurn, req, res }: ContentCall,
      record: DocumentRecord,
      assertReadable: () => Promise<unknown>,
    ): Promise<void> => {
      const download = query.download === '1';
      const response = responseFor(req, record, {
        download,
        allowNotModified: await allowNotModified(principal, req, record),
      });
      const by = principal?.email ?? null;
      const action = download ? 'downloaded' : 'opened';
      // Logged while the bytes are sent: an aborted download has opened the document, too.
      const logged = response.opens ? accesses.record(record, { by, action, from: clientAddress }) : undefined;
      logged?.catch((error: unknown) => req.log.error({ err: error }, 'an access to a document was not logged'));
      // An SOP read in parts counts as opened once the parts cover it.
      const counts =
        principal !== null && needsAcknowledgement(record) && !(await accesses.hasOpened(record, principal));
      const note = async (parts: readonly ByteRange[]) => {
        if (principal === null) return;
        const access = { person: principal, action, from: clientAddress } as const;
        await accesses.noteSent(record, access, parts).catch((error: unknown) => {
          req.log.error({ err: error }, 'the sent parts of a document were not recorded');
        });
      };
      endTurn();
      try {
        await sendContent(res, files, record, response, {
          ...{ network: widestNetwork(clientAddress), assertReadable },
          ...(counts && { note }),
        });
      } catch (error) {
        if (error instanceof ClientGone) return;
        if (!(error instanceof FileGone)) throw error;
        req.log.warn({ document: String(record._id), reason: error.message }, 'a download was cut off');
        // Not `res.destroy()`: it does nothing to a pipelined response.
        req.socket.destroy();
      }
    },
  };
}

const MAX_REPORTS = 100;

/** Dependencies of the document routes. */
interface DocumentServices {
  readonly documents: Documents;
  readonly files: FileStore;
  readonly accesses: AccessLog;
  /** Each download holds a slot. */
  readonly downloads: Slots;
  readonly uploads: CallCount;
  readonly csv: CsvFiles;
  readonly acknowledgements: Acknowledgements;
}

/** Routes to list, read, upload, change and delete documents. */
export function documentRoutes(core: Core, services: DocumentServices): RouteTable {
  const { documents, files, accesses, uploads, csv, acknowledgements } = services;
  const content = createContentSender(services);
  const table = routeTable();
  const admin = roles('admin');

  const pageFor = async (principal: Principal | null, query: DocumentListQuery, keys: readonly string[]) => {
    const page = await documents.list(query, keys, principal?.roles.includes('admin') === true);
    return { ...page, items: await acknowledgements.withOwn(page.items, principal) };
  };

  table.answer(listDocuments, everybody, ({ principal, query }) => pageFor(principal, query, readableKeys(principal)));

  table.answer(listReports, roles('investor', 'admin'), ({ principal, query }) =>
    pageFor(principal, { ...query, limit: query.limit ?? MAX_REPORTS }, reportKeys(readableKeys(principal))),
  );

  table.answer(
    readDocumentContent,
    everybody,
    async (call) => {
      const find = (principal: Principal | null) => documents.find(call.params.id, readableKeys(principal));
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
        documents.list({ ...call.query, limit: EXPORTED_AT_ONCE, cursor }, readableKeys(call.principal), true);
      return csv.write(call, { ...DOCUMENTS_CSV, read });
    },
    { slot: csv.take },
  );

  const pageOfAccesses = async (search: AccessSearch) => {
    const { rows, nextCursor } = await accesses.page(search);
    return { items: rows.map(presentAccess), nextCursor };
  };

  table.answer(listDocumentAccesses, admin, async ({ principal, params, query }) => {
    const { _id: documentId, title } = await documents.find(params.id, readableKeys(principal));
    return { title, ...(await pageOfAccesses({ ...query, documentId, limit: query.limit ?? DEFAULT_PAGE })) };
  });

  table.answer(
    exportDocumentAccesses,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      const { _id: documentId } = await documents.find(call.params.id, readableKeys(call.principal));
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

/** Routes to replace, list, read, delete and restore the versions of a document. */
export function documentVersionRoutes(core: Core, services: DocumentServices): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const content = createContentSender(services);
  const { files, uploads } = services;
  const { versions } = services.documents;

  table.answer(replaceDocumentContent, admin, async (call) => {
    const { id } = call.params;
    const key = keyOf(call.req);
    const ifMatch = call.req.headers['if-match'];
    // Checked before the file is received.
    await beforeWriting(versions.assertReplaceable(id, { ifMatch, key }, actorOf(call)));
    const received = uploads.during(receiveUpload(call, files, core.config.maxUploadBytes, replacementFields));
    const { file, ...input } = await beforeWriting(received);
    return versions.replace(id, input, file, { ifMatch, key }, actorOf(call));
  });

  table.answer(listDocumentVersions, admin, ({ params }) => versions.list(params.id));

  table.answer(
    readDocumentVersion,
    admin,
    async (call) => {
      const record = await versions.find(call.params.id, Number(call.params.number));
      await content.send(call, record, call.admitAgain);
    },
    { slot: content.slot, turn: content.turn, page: () => '/dashboard/admin/documents' },
  );

  table.answer(deleteDocumentVersion, admin, (call) => {
    assertFresh(core, call.principal, 'bins');
    return versions.remove(call.params.id, Number(call.params.number), actorOf(call));
  });

  table.answer(restoreDocumentVersion, admin, (call) =>
    versions.restore(call.params.id, Number(call.params.number), call.req.headers['if-match'], actorOf(call)),
  );

  return table;
}
