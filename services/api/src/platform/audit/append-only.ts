import type { Schema } from 'mongoose';

const CHANGES = [
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndDelete',
] as const;

/** Lets models of a schema read and append, nothing else. */
export function appendOnly<Row>(schema: Schema<Row>): void {
  for (const change of CHANGES) {
    schema.pre(change, () => {
      throw new Error('The audit trail is append-only.');
    });
  }
}
