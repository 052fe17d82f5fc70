import type { BinKind } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import { binModel } from './model.ts';

/** Whether a record of this kind in the bin has one of these fields. Reads all of the kind: for work in the background. */
export async function isInBin(
  connection: Connection,
  kind: BinKind,
  fields: readonly Readonly<Record<`record.${string}`, string>>[],
): Promise<boolean> {
  return (await binModel(connection).exists({ kind, $or: [...fields] })) !== null;
}
