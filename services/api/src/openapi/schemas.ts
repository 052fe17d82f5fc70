import { z } from 'zod';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Collects named schemas, so that each stands in the document once. */
export interface SchemaBook {
  /** The schema of what is sent (`input`) or answered (`output`). */
  of(schema: z.ZodType, side: 'input' | 'output'): JsonSchema;
  readonly named: ReadonlyMap<string, JsonSchema>;
}

function pointed(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** An empty book. */
export function createSchemaBook(): SchemaBook {
  const named = new Map<string, JsonSchema>();
  return {
    named,
    of: (schema, side) => {
      const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' });
      for (const [name, definition] of Object.entries($defs)) {
        const added = pointed(definition);
        const known = named.get(name);
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(added)) {
          throw new Error(`Two schemas of the contract are named ${name}.`);
        }
        named.set(name, added);
      }
      return pointed(root);
    },
  };
}
