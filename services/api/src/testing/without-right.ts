import { mongo } from 'mongoose';

/** Refuses to create indexes, as MongoDB does to a user without that right; returns what was asked for. */
export function withoutRight() {
  const refusal = new mongo.MongoServerError({ code: 13, errmsg: 'not authorized on portal to execute command' });
  return jest.spyOn(mongo.Collection.prototype, 'createIndex').mockRejectedValue(refusal);
}
