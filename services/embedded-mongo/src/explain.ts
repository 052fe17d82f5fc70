import { Doc, docOf } from './bson.ts';
import { refuse } from './errors.ts';
import { parseFilter } from './matcher.ts';
import type { Plan } from './planner.ts';
import { type Query, runQuery } from './query.ts';
import { parseAggregate, parseFind } from './read-commands.ts';
import { OK, Request } from './request.ts';

const EXPLAINED = 'find aggregate count distinct update delete findAndModify'.split(' ');

/** How a command would find its documents, and how many it looks at. Nothing is changed. */
export function explain(request: Request): Doc {
  const args = request.args('explain', 'verbosity');
  const body = args.need('explain', args.doc('explain'));
  const [name = ''] = body.fields.keys();
  if (!EXPLAINED.includes(name)) refuse(59, `Explain failed due to unknown command: ${name}`);
  const inner = new Request(request.engine, name, request.db, body);
  const running = inner.collection && runQuery(inner.collection, queryOf(inner));
  const isRun = args.text('verbosity') !== 'queryPlanner';
  const nReturned = running && isRun ? [...running.matches].length : 0;
  const { keys, docs } = running?.examined ?? { keys: 0, docs: 0 };
  const scan = running ? showPlan(running.plan) : docOf({ stage: 'EOF' });
  const winningPlan = running?.sortsInMemory ? docOf({ stage: 'SORT', inputStage: scan }) : scan;
  const queryPlanner = docOf({ namespace: inner.namespace, winningPlan, rejectedPlans: [] });
  const examined = { nReturned, totalKeysExamined: keys, totalDocsExamined: docs, executionStages: winningPlan };
  return docOf({ explainVersion: '1', queryPlanner, executionStats: docOf(examined), command: body, ok: OK });
}

function showPlan(plan: Plan): Doc {
  if (plan.stage === 'COLLSCAN') return docOf({ stage: 'COLLSCAN', direction: 'forward' });
  if (plan.stage === 'OR') return docOf({ stage: 'OR', inputStages: plan.branches.map(showPlan) });
  const { spec, multikey, isUnique } = plan.index;
  const [isMultiKey, direction] = [multikey.includes(true), plan.backwards ? 'backward' : 'forward'];
  const shown = { stage: 'IXSCAN', keyPattern: spec.key, indexName: spec.name, isMultiKey, isUnique, direction };
  return docOf({ stage: 'FETCH', inputStage: docOf(shown) });
}

function queryOf(request: Request): Query {
  if (request.name === 'find') return parseFind(request).query;
  if (request.name === 'aggregate') return parseAggregate(request).query;
  const list = request.body.get(`${request.name}s`);
  const [statement] = list?.type === 'array' ? list.value : [];
  const place = statement?.type === 'object' ? statement.value : request.body;
  const filter = place.get('q') ?? place.get('query');
  return { filter: parseFilter(filter?.type === 'object' ? filter.value : Doc.EMPTY), hint: place.get('hint') };
}
