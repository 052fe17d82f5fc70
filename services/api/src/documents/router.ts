import {
  documentAccessPageSchema,
  documentContentQuerySchema,
  documentFormSchema,
  documentPageSchema,
  documentSchema,
  pageQuerySchema,
  recordParamsSchema,
  storageUsageSchema,
} from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { everybody, roles } from '../http/access.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { beforeWriting } from '../http/database-trouble.ts';
import { empty, json, type RouteTable, routeTable, written } from '../http/route.ts';
import { KEY_HEADER, KEY_PROBLEMS, keyOf } from '../idempotency/once.ts';
import { clientNetworks } from '../limits/client-key.ts';
import type { Slots } from '../limits/slots.ts';
import type { FileStore } from '../storage/file-store.ts';
import { FileGone } from '../storage/reading.ts';
import { actorOf } from '../users/actor.ts';
import { REPORTS, readable } from './access.ts';
import type { AccessLog } from './access-log.ts';
import { answerFor, sendContent } from './content.ts';
import { ClientGone } from './sending.ts';
import type { Documents } from './service.ts';
import { receiveUpload } from './upload.ts';

const MOST_REPORTS = 100;
/** How many downloads a client has at once; wider networks of IPv6 have several clients' worth. */
const DOWNLOADS_OF_CLIENT = 20;

/** What the calls about documents need. */
export interface DocumentRoutesParts {
  readonly documents: Documents;
  readonly files: FileStore;
  readonly accesses: AccessLog;
  /** Every call for a document's bytes holds one while it lasts. */
  readonly downloads: Slots;
}

/** Documents, annual reports, and the admins' calls about them. */
export function documentRoutes(core: Core, { documents, files, accesses, downloads }: DocumentRoutesParts): RouteTable {
  const table = routeTable('documents');
  const admin = roles('admin');

  table.get(
    '/api/documents',
    everybody,
    {
      summary: 'The documents you may read, newest first',
      query: pageQuerySchema,
      reply: json(documentPageSchema),
    },
    ({ principal, query }) =>
      documents.list(
        readable(principal),
        query.limit ?? DEFAULT_PAGE,
        query.cursor,
        principal?.roles.includes('admin') === true,
      ),
  );

  table.get(
    '/api/reports',
    roles('investor', 'admin'),
    {
      summary: 'The annual reports, newest first',
      query: pageQuerySchema,
      reply: json(documentPageSchema),
    },
    ({ principal, query }) =>
      documents.list(REPORTS, query.limit ?? MOST_REPORTS, query.cursor, principal.roles.includes('admin')),
  );

  table.get(
    '/api/documents/:id/content',
    everybody,
    {
      summary: 'The bytes of a document, or parts of them',
      description: `A client has up to ${DOWNLOADS_OF_CLIENT} of these calls under way at once. One that takes no bytes for 30 s is ended.`,
      slot: (address) =>
        downloads.take(
          clientNetworks(address).map(({ key, clients }) => ({ key, most: DOWNLOADS_OF_CLIENT * clients })),
        ),
      params: recordParamsSchema,
      query: documentContentQuerySchema,
      headers: {
        Range: 'bytes=0-1023: a part, answered with 206; several parts are possible',
        'If-Range': 'the ETag of the parts that are there already',
        'If-None-Match': 'the ETag of what is there already, answered with 304',
      },
      reply: written('application/pdf', 'The file: 200, parts of it: 206, unchanged: 304'),
      problems: { 'not-found': 404, 'range-not-satisfiable': 416, 'rate-limited': 429, busy: 503 },
    },
    async ({ principal, params, query, clientAddress, req, res }) => {
      const record = await documents.find(params.id, readable(principal));
      const download = query.download === '1';
      const answer = answerFor(req, record, download);
      const by = principal?.email ?? null;
      const action = download ? 'downloaded' : 'opened';
      // Written while the bytes are on their way; whoever breaks off has opened the document as well.
      const logged = answer.opens ? accesses.record(record._id, { by, action, from: clientAddress }) : undefined;
      logged?.catch((error: unknown) => req.log.error({ err: error }, 'an access to a document was not logged'));
      try {
        await sendContent(res, files, record, answer);
      } catch (error) {
        if (error instanceof ClientGone) return;
        if (!(error instanceof FileGone)) throw error;
        req.log.warn({ document: params.id, reason: error.message }, 'a download was cut off');
        // Not `res.destroy()`: to an answer that stands behind another on its connection it does nothing.
        req.socket.destroy();
      }
    },
  );

  table.post(
    '/api/admin/documents',
    admin,
    {
      summary: 'Upload a PDF',
      description:
        'The file is stored as it arrives, however long that takes while bytes come. Send title and visibility before the file, so that a mistake in them shows at once.',
      headers: KEY_HEADER,
      form: documentFormSchema,
      reply: json(documentSchema, 201),
      problems: { 'request-timeout': 408, 'too-large': 413, 'unsupported-media-type': 415, ...KEY_PROBLEMS },
    },
    async (call) => {
      const key = keyOf(call.req);
      const { file, ...given } = await beforeWriting(receiveUpload(call.req, files, core.config.maxUploadBytes));
      return documents.add(given, file, key, actorOf(call));
    },
  );

  table.delete(
    '/api/admin/documents/:id',
    admin,
    {
      summary: 'Delete a document, its record and its file',
      params: recordParamsSchema,
      reply: empty,
      problems: { 'not-found': 404 },
    },
    (call) => documents.remove(call.params.id, actorOf(call)),
  );

  table.get(
    '/api/admin/documents/:id/accesses',
    admin,
    {
      summary: 'Who opened or downloaded a document, newest first',
      params: recordParamsSchema,
      query: pageQuerySchema,
      reply: json(documentAccessPageSchema),
      problems: { 'not-found': 404 },
    },
    async ({ principal, params, query }) => {
      await documents.find(params.id, readable(principal));
      return accesses.page(params.id, query.limit ?? DEFAULT_PAGE, query.cursor);
    },
  );

  table.get(
    '/api/admin/storage',
    admin,
    { summary: 'How much the documents take, and how large one may be', reply: json(storageUsageSchema) },
    async () => ({ ...(await documents.usage()), maxUploadBytes: core.config.maxUploadBytes }),
  );

  return table;
}
