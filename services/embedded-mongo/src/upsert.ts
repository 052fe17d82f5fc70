import { randomBytes } from 'node:crypto';
import { conjuncts } from './bounds.ts';
import { Doc, type Value } from './document.ts';
import { MongoError } from './errors.ts';
import type { Filter } from './filter.ts';
import type { Path } from './paths.ts';
import type { Update } from './update-spec.ts';
import { applyUpdate } from './updater.ts';

/** The document that an upsert inserts: what the query says about equality, then the update. */
export function upsertDoc(filter: Filter, update: Update, now: Date): Doc {
  const equalities = equalitiesOf(filter).filter(
    ({ path }) => update.kind === 'changes' || (path.length === 1 && path[0] === '_id'),
  );
  const base = equalities.reduce((doc, { path, value }) => withEquality(doc, path, value, 0), Doc.EMPTY);
  return withIdFirst(applyUpdate(base, update, now, true).doc);
}

/** The document with its `_id` in the first place, a new ObjectId when it has none. */
export function withIdFirst(doc: Doc): Doc {
  const [first] = doc.fields.keys();
  if (first === '_id') return doc;
  return Doc.of(new Map([['_id', doc.get('_id') ?? newObjectId()], ...doc.without('_id').fields]));
}

const PROCESS_PART = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

/** Seconds, five random bytes of this process, and a counter: what every driver makes. */
function newObjectId(): Value {
  counter = (counter + 1) % 0x1000000;
  const id = Buffer.alloc(12);
  id.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  PROCESS_PART.copy(id, 4);
  id.writeUIntBE(counter, 9, 3);
  return { type: 'objectId', value: id };
}

interface Equality {
  readonly path: Path;
  readonly value: Value;
}

function equalitiesOf(filter: Filter): readonly Equality[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind === 'or' && part.of.length === 1) return part.of.flatMap(equalitiesOf);
    if (part.kind !== 'at') return [];
    const { test, path } = part;
    if (test.kind === 'compare') return test.op === 'eq' ? [{ path, value: test.value }] : [];
    const [only] = test.kind === 'in' && test.values.length === 1 && test.patterns.length === 0 ? test.values : [];
    return only === undefined ? [] : [{ path, value: only }];
  });
}

function withEquality(doc: Doc, path: Path, value: Value, at: number): Doc {
  const name = path[at] ?? '';
  const old = doc.get(name);
  const isLast = at === path.length - 1;
  if (isLast ? old !== undefined : old !== undefined && old.type !== 'object') {
    throw new MongoError(54, `cannot infer query fields to set, path '${path.join('.')}' is matched twice`);
  }
  if (isLast) return doc.with(name, value);
  return doc.with(name, {
    type: 'object',
    value: withEquality(old?.type === 'object' ? old.value : Doc.EMPTY, path, value, at + 1),
  });
}
