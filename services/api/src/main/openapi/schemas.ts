import { z } from 'zod';

/** A JSON Schema of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Collects named schemas, each once. */
export interface SchemaBook {
  /** Returns the schema of a request (`input`) or reply (`output`). */
  of(schema: z.ZodType, side: 'input' | 'output'): JsonSchema;
  readonly named: ReadonlyMap<string, JsonSchema>;
}

function pointed(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** Returns an empty collection. */
export function createSchemaBook(): SchemaBook {
  const named = new Map<string, JsonSchema>();
  return {
    named,
    of: (schema, side) => {
      const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' });
      for (const [name, definition] of Object.entries($defs)) {
        const added = pointed(definition);
        const existing = named.get(name);
        if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(added)) {
          throw new Error(`Two schemas of the contract are named ${name}.`);
        }
        named.set(name, added);
      }
      return pointed(root);
    },
  };
}
