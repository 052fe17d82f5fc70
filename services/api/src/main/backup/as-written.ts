/** Options of BSON: every type as it was written: no number, text or piece of bytes becomes another one. */
export const AS_WRITTEN = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
