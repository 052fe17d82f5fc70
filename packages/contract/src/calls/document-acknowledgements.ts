import type {
  Acknowledgement,
  AcknowledgementExportQuery,
  AcknowledgementPage,
  AcknowledgementQuery,
  MissingAcknowledgementPage,
  NewAcknowledgement,
} from '../api/document-acknowledgements.ts';
import type { PageQuery } from '../api/paging.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** Acknowledges the file that a document has; once more is the same acknowledgement. */
export const acknowledgeDocument = /* @__PURE__ */ call<RecordParams, Nothing, NewAcknowledgement, Acknowledgement>(
  'POST',
  '/api/documents/:id/acknowledgements',
);

/** Who acknowledged a document, newest first unless the query says otherwise. */
export const listAcknowledgements = /* @__PURE__ */ call<
  RecordParams,
  AcknowledgementQuery,
  undefined,
  AcknowledgementPage
>('GET', '/api/admin/documents/:id/acknowledgements');

/** Who acknowledged a document, as a file for a spreadsheet. */
export const exportAcknowledgements = /* @__PURE__ */ call<RecordParams, AcknowledgementExportQuery>(
  'GET',
  '/api/admin/documents/:id/acknowledgements.csv',
);

/** Who has not acknowledged the file that a document has, of those for whom it is. */
export const listMissingAcknowledgements = /* @__PURE__ */ call<
  RecordParams,
  PageQuery,
  undefined,
  MissingAcknowledgementPage
>('GET', '/api/admin/documents/:id/missing-acknowledgements');
