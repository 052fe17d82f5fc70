import { Args } from './args.ts';
import { docOf } from './build.ts';
import { OK } from './cursor-replies.ts';
import { Doc } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { parseFilter } from './filter.ts';
import type { Plan } from './planner.ts';
import { type Query, type RunningQuery, runQuery } from './query.ts';
import { parseAggregate, parseFind } from './read-commands.ts';
import { collectionName, deadlineOf, type Engine, type Request } from './request.ts';

/** How a `find`, `count`, `distinct`, `aggregate`, `update`, `delete` or `findAndModify` would find its documents, and how many it looks at. Nothing is changed. */
export function explain(engine: Engine, request: Request): Doc {
  const args = new Args('explain', request.body, ['verbosity']);
  const body = args.required('explain', args.doc('explain'));
  const [name = ''] = body.fields.keys();
  const inner: Request = { name, db: request.db, body };
  return explainQuery(engine, inner, queryOf(inner), args.text('verbosity') ?? 'allPlansExecution');
}

/** The explanation of one query. */
export function explainQuery(engine: Engine, request: Request, query: Query, verbosity: string): Doc {
  const name = collectionName(request);
  const collection = engine.catalog.find(request.db, name);
  const running = collection && runQuery(collection, query, deadlineOf(request));
  const winningPlan = running ? showPlan(running) : docOf({ stage: 'EOF' });
  const planner = docOf({ namespace: `${request.db}.${name}`, plannerVersion: 1, winningPlan, rejectedPlans: [] });
  const stats = verbosity === 'queryPlanner' ? undefined : execute(running, winningPlan);
  return docOf({ explainVersion: '1', queryPlanner: planner, executionStats: stats, command: request.body, ok: OK });
}

function execute(running: RunningQuery | undefined, winningPlan: Doc): Doc {
  const start = performance.now();
  let nReturned = 0;
  for (const _ of running?.matches ?? []) nReturned += 1;
  const { keys, docs } = running?.examined ?? { keys: 0, docs: 0 };
  return docOf({
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - start),
    totalKeysExamined: keys,
    totalDocsExamined: docs,
    executionStages: winningPlan,
  });
}

function showPlan({ plan, sortsInMemory }: RunningQuery): Doc {
  const found = showScan(plan);
  return sortsInMemory ? docOf({ stage: 'SORT', inputStage: found }) : found;
}

function showScan(plan: Plan): Doc {
  if (plan.stage === 'COLLSCAN') return docOf({ stage: 'COLLSCAN', direction: 'forward' });
  if (plan.stage === 'OR')
    return docOf({ stage: 'FETCH', inputStage: docOf({ stage: 'OR', inputStages: plan.branches.map(showScan) }) });
  const { spec, multikey, isUnique, partial } = plan.index;
  const scan = docOf({
    stage: 'IXSCAN',
    keyPattern: spec.key,
    indexName: spec.name,
    isMultiKey: multikey.includes(true),
    isUnique,
    isSparse: spec.sparse,
    isPartial: partial !== undefined,
    direction: plan.backwards ? 'backward' : 'forward',
  });
  return docOf({
    stage: 'FETCH',
    inputStage: plan.order === 'merge' ? docOf({ stage: 'SORT_MERGE', inputStage: scan }) : scan,
  });
}

function queryOf(request: Request): Query {
  const filterAt = (body: Doc, field: string) => {
    const value = body.get(field);
    return { filter: parseFilter(value?.type === 'object' ? value.value : Doc.EMPTY), hint: body.get('hint') };
  };
  switch (request.name) {
    case 'find':
      return parseFind(request).query;
    case 'aggregate':
      return parseAggregate(request).query;
    case 'count':
    case 'distinct':
      return filterAt(request.body, 'query');
    case 'findAndModify':
      return filterAt(request.body, 'query');
    case 'update':
    case 'delete': {
      const statements = request.body.get(`${request.name}s`);
      const [only] = statements?.type === 'array' && statements.value.length === 1 ? statements.value : [];
      if (only?.type !== 'object') throw new MongoError(72, `explained write batches must be of size 1`);
      return filterAt(only.value, 'q');
    }
    default:
      throw refuse(59, `Explain of the command ${request.name}`);
  }
}
