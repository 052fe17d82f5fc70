import { alone, compare, type Row } from '../report.ts';
import { median } from '../statistics.ts';
import {
  BESIDE_STALLED_TARGET,
  DOWNLOADS_MEMORY_TARGET,
  LIST_TARGET,
  MEMORY_TARGET,
  RANGES_TARGET,
  type Target,
  TRANSFER_TARGET,
} from '../targets.ts';
import type { DocumentFigures, Rates } from './measure.ts';

const rate = (value: number) => `${value.toFixed(0)} MB/s`;
const memory = (value: number) => `${value.toFixed(1)} MB`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** The figures of documents and lists, each beside what is asked for. */
export function documentRows(figures: DocumentFigures): Row[] {
  // The best of the rounds: whatever else the machine does only ever slows down.
  const transfer = (label: string, { portal, bare }: Rates, target: Target) =>
    compare('documents', label, rate, [Math.max(...portal), Math.max(...bare)], 'bare GridFS and pipe', target);
  const { readers, aloneMs, besideMs, memory: stalledMemory } = figures.besideStalled;
  const { ofManyMs, ofFewMs } = figures.releases;
  return [
    transfer('download, 200 MB', figures.download, TRANSFER_TARGET),
    transfer('download, ranges of 10 MB', figures.ranges, RANGES_TARGET),
    transfer('download, ranges of 1 MB', figures.smallRanges, RANGES_TARGET),
    transfer('upload, 200 MB', figures.upload, TRANSFER_TARGET),
    alone('documents', 'memory, 20 downloads of 200 MB', memory, figures.downloadsMemory, DOWNLOADS_MEMORY_TARGET),
    compare(
      'documents',
      `download, 40 MB, beside ${readers} readers that take nothing`,
      milliseconds,
      [median(besideMs), median(aloneMs)],
      'alone',
      BESIDE_STALLED_TARGET,
    ),
    alone('documents', `memory, ${readers} readers that take nothing`, memory, stalledMemory, MEMORY_TARGET),
    alone('documents', 'memory, upload of 1 GB', memory, figures.uploadMemory, MEMORY_TARGET),
    compare('lists', 'first 20 of 10,000 releases', milliseconds, [ofManyMs, ofFewMs], '20 of 20', LIST_TARGET),
  ];
}
