import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NoDeclarations } from '../checks/api-reports/declarations.ts';
import { NoReport } from '../checks/api-reports/extractor.ts';
import { documentRefusals, referenceDocuments } from '../checks/api-reports/reference-documents.ts';
import { makeReports, refusals, reportPath } from '../checks/api-reports/reports.ts';
import { endWithFailure, readCommandLine } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';

const USAGE = `usage: npm run api             write packages/contract/src/calls, the public types of the packages into packages/*/api.md, and the tables of docs/portal-command.md and remote-config.md
       npm run api -- --check  refuse reports that are not true, and changed types that no changeset names`;

const OPTIONS = { check: { type: 'boolean', default: false } } as const;
const ROOT = resolve(import.meta.dirname, '..', '..');

async function publicTypes(): Promise<void> {
  const { values } = readCommandLine({ usage: USAGE, options: OPTIONS });
  const reports = makeReports(ROOT);
  if (!values.check) for (const { of, text } of reports) writeFileSync(join(ROOT, reportPath(of)), text);
  if (!values.check) for (const [path, text] of referenceDocuments(ROOT)) writeFileSync(join(ROOT, path), text);
  const reasons = [...documentRefusals(ROOT), ...(await refusals(ROOT, reports))];
  if (values.check && reasons.length > 0) throw new CannotStart(reasons.join('\n'));
  for (const reason of reasons) process.stdout.write(`${reason}\n`);
}

publicTypes().catch((error: unknown) => {
  const isPlain = error instanceof NoDeclarations || error instanceof NoReport;
  endWithFailure(isPlain ? new CannotStart(error.message, { cause: error }) : error);
});
