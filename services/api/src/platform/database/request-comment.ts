import type { Aggregate, Query, Schema } from 'mongoose';
import { currentRequestId } from '../http/request-id.ts';

/** All that a call reads and changes by a query; what is inserted names its request itself where that is wanted. */
const QUERIES = [
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'estimatedDocumentCount',
  'find',
  'findOne',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndUpdate',
  'replaceOne',
  'updateMany',
  'updateOne',
] as const;

/** A plugin of a connection: each query has the id of its request as its comment, by which the database logs slow ones. */
export function commentWithRequest(schema: Schema): void {
  schema.pre([...QUERIES], { document: false, query: true }, function (this: Query<unknown, unknown>) {
    const comment = currentRequestId();
    if (comment !== undefined) this.setOptions({ comment });
  });
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const comment = currentRequestId();
    if (comment !== undefined) this.option({ comment });
  });
}
