import { type Connection, type Model, Schema } from 'mongoose';
import { conflict } from '../../platform/calls/problem.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { UserRecord } from './model.ts';

/** The record that all changes write by which an admin leaves: of two at once one is repeated, and sees the other. */
interface AdminGuardRecord {
  readonly _id: 'admins';
  readonly version: number;
}

const schema = new Schema<AdminGuardRecord>({ _id: String, version: Number }, recordOptions('admin_decisions'));

/** Returns the model of the guard. */
export function adminGuardModel(connection: Connection): Model<AdminGuardRecord> {
  return connection.model<AdminGuardRecord>('AdminDecision', schema);
}

/** Returns a function that throws 409 for the last admin; called in the change by which an admin leaves. */
export function createAdminGuard(connection: Connection, users: Model<UserRecord>): (email: string) => Promise<void> {
  const guards = adminGuardModel(connection);
  return async (email) => {
    await guards.updateOne({ _id: 'admins' }, { $inc: { version: 1 } }, { upsert: true });
    if ((await users.exists({ roles: 'admin', email: { $ne: email } })) !== null) return;
    throw conflict('last-admin', 'This is the last admin. Make somebody else an admin first.');
  };
}
