import {
  deleteDocumentVersion,
  listDocumentVersions,
  readDocumentVersion,
  replaceDocumentContent,
  restoreDocumentVersion,
} from '@cytocomm/contract';
import { actorOf } from '../../platform/audit/actor.ts';
import { roles } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/database-trouble.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import { createContentSender } from './content-sender.ts';
import type { DocumentServices } from './router.ts';
import { receiveUpload } from './upload.ts';
import { replacementFields } from './upload-fields.ts';

/** Returns the calls about the files that documents have and had. */
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
    // Before the file is taken in.
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
