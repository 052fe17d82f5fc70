import { Args } from './args.ts';
import type { Doc, Value } from './bson.ts';
import type { Catalog } from './catalog.ts';
import type { Collection } from './collection.ts';
import type { Cursors } from './cursors.ts';
import { fail } from './errors.ts';
import { wholeNumber } from './numbers.ts';
import type { Oplog } from './oplog.ts';
import type { Retries } from './retries.ts';

/** The `ok: 1` of every good reply. */
export const OK: Value = { type: 'double', value: 1 };

/** What commands work on. */
export interface Engine {
  readonly catalog: Catalog;
  readonly oplog: Oplog;
  readonly cursors: Cursors;
  readonly retries: Retries;
  /** `127.0.0.1:port`, by which clients know this server. */
  readonly address: string;
}

/** One command: its name, the database that it is sent to, and its arguments. */
export class Request {
  readonly engine: Engine;
  readonly name: string;
  readonly db: string;
  readonly body: Doc;

  constructor(engine: Engine, name: string, db: string, body: Doc) {
    this.engine = engine;
    this.name = name;
    this.db = db;
    this.body = body;
  }

  /** The arguments; `known` are their names, parted by spaces. */
  args(place: string, known: string): Args {
    return new Args(place, this.body, known);
  }

  /** The name of the collection that the command is for. */
  get target(): string {
    const value = this.body.get(this.name);
    return value?.type === 'string' && value.value !== ''
      ? value.value
      : fail(73, `${this.name} needs the name of a collection`);
  }

  get namespace(): string {
    return `${this.db}.${this.target}`;
  }

  /** How long the command may work; 0 is as long as it takes. */
  get maxTimeMs(): number {
    const value = this.body.get('maxTimeMS');
    return value ? wholeNumber('maxTimeMS', value) : 0;
  }

  get collection(): Collection | undefined {
    return this.engine.catalog.find(this.db, this.target);
  }

  /** The collection, made when it is not there. */
  get ensured(): Collection {
    return this.engine.catalog.ensure(this.db, this.target);
  }
}
