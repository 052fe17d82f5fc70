import type { Call } from './call.ts';
import * as calls from './calls/index.ts';
import type { CallDefinition, CallSpec } from './define-call.ts';
import { DOMAINS } from './domains/index.ts';

/** The calls by their names. */
const CALLS: Readonly<Record<string, Call>> = calls;

function specsOf(definitions: Readonly<Record<string, CallDefinition>>): CallSpec[] {
  return Object.entries(definitions).map(([name, definition]) => {
    const call = CALLS[name];
    if (call === undefined) throw new Error(`${name} is missing in src/calls: run npm run api`);
    return { ...definition, call };
  });
}

/** Every call of the API with its schemas. */
export const CALL_SPECS: readonly CallSpec[] =
  Object.values<Readonly<Record<string, CallDefinition>>>(DOMAINS).flatMap(specsOf);

const byCall: ReadonlyMap<Call, CallSpec> = new Map(CALL_SPECS.map((spec) => [spec.call, spec]));

/** Returns the spec of a call; throws for one that is not of the contract. */
export function specOf(call: Call): CallSpec {
  const spec = byCall.get(call);
  if (spec === undefined) throw new Error(`${call.method} ${call.path} has no spec in CALL_SPECS`);
  return spec;
}
