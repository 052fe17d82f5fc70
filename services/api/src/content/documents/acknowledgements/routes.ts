import {
  acknowledgeDocument,
  type DocumentAcknowledgement,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
} from '@cytocomm/contract';
import { actorOf } from '../../../platform/audit/actor.ts';
import { type Principal, roles, signedIn } from '../../../platform/calls/access.ts';
import type { Core } from '../../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../../platform/http/route.ts';
import { assertFresh } from '../../../platform/http/step-up.ts';
import { DEFAULT_PAGE } from '../../../platform/lists/cursor.ts';
import { readable } from '../access.ts';
import { detailsOf } from '../document-details.ts';
import type { DocumentRecord } from '../model.ts';
import { createReaders, readerRoleFor } from '../readers.ts';
import type { Documents } from '../service.ts';
import { type Acknowledging, assertToAcknowledge } from './acknowledging.ts';
import { createAcknowledgementLists, presentAcknowledgement } from './lists.ts';

/** What a file for a spreadsheet has of each acknowledgement. */
const ACKNOWLEDGEMENTS_CSV = {
  name: 'acknowledgements.csv',
  columns: ['who', 'nameGiven', 'when', 'document', 'revision', 'validFrom', 'file', 'version', 'sha256', 'current'],
  lineOf: ({ email, name, acknowledgedAt, title, fileName, version, sha256, ...more }: DocumentAcknowledgement) => [
    ...[email, name, acknowledgedAt, title, more.revision ?? '', more.validFrom ?? '', fileName, String(version)],
    ...[sha256, more.isCurrent ? 'yes' : 'no'],
  ],
  action: 'document.acknowledgements-exported',
} as const;

/** What the calls about acknowledgements use. */
export interface AcknowledgementServices {
  readonly documents: Pick<Documents, 'find'>;
  readonly acknowledging: Acknowledging;
  readonly csv: CsvFiles;
}

/** Returns the calls about who acknowledged which SOP. */
export function acknowledgementRoutes(
  core: Core,
  { documents, acknowledging, csv }: AcknowledgementServices,
): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const lists = createAcknowledgementLists(core, createReaders(core));

  const find = (id: string, principal: Principal) => documents.find(id, readable(principal));
  const described = ({ title, kind, revision }: DocumentRecord) => ({ title, ...detailsOf({ kind, revision }) });

  table.answer(acknowledgeDocument, signedIn, async (call) => {
    const document = await find(call.params.id, call.principal);
    return acknowledging.acknowledge(document, call.body, call.principal, actorOf(call));
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
    assertToAcknowledge(document);
    const search = { ...query, limit: query.limit ?? DEFAULT_PAGE };
    return { ...described(document), ...(await lists.missing(document, readerRoleFor(document), search)) };
  });

  return table;
}
