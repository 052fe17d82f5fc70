import { alone, compare, type Row } from '../report.ts';
import { LIST_TARGET, MEMORY_TARGET, TRANSFER_TARGET } from '../targets.ts';
import type { DocumentFigures, Rates } from './measure.ts';

const rate = (value: number) => `${value.toFixed(0)} MB/s`;
const memory = (value: number) => `${value.toFixed(1)} MB`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** The figures of documents and lists, each beside what is asked for. */
export function documentRows(figures: DocumentFigures): Row[] {
  // The best of the rounds: whatever else the machine does only ever slows down.
  const transfer = (label: string, { portal, bare }: Rates) =>
    compare(
      'documents',
      label,
      rate,
      [Math.max(...portal), Math.max(...bare)],
      'bare GridFS and pipe',
      TRANSFER_TARGET,
    );
  const { ofManyMs, ofFewMs } = figures.releases;
  return [
    transfer('download, 200 MB', figures.download),
    transfer('download, ranges of 10 MB', figures.ranges),
    transfer('download, ranges of 1 MB', figures.smallRanges),
    transfer('upload, 200 MB', figures.upload),
    alone('documents', 'memory, 20 downloads of 200 MB', memory, figures.downloadsMemory, MEMORY_TARGET),
    alone('documents', 'memory, upload of 1 GB', memory, figures.uploadMemory, MEMORY_TARGET),
    compare('lists', 'first 20 of 10,000 releases', milliseconds, [ofManyMs, ofFewMs], '20 of 20', LIST_TARGET),
  ];
}
