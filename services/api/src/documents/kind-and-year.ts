import type { DocumentListQuery, Visibility } from '@cytocomm/contract';
import type { Condition } from '../database/indexed-list.ts';
import type { DocumentRecord } from './model.ts';

/**
 * Returns the condition that documents of these visibilities are of some kinds and a year; none when neither is asked for. Indexes hold
 * each kind, each year and both together in the order of uploads.
 */
export function ofKindAndYear(
  visibilities: readonly Visibility[],
  { kind, year }: Pick<DocumentListQuery, 'kind' | 'year'>,
): readonly Condition<DocumentRecord>[] {
  if (kind === undefined && year === undefined) return [];
  const kinds = kind && [...new Set(kind)].map((each) => (each === 'none' ? null : each));
  const ofYear = year === undefined ? {} : { year };
  return [
    {
      holds: (row) =>
        row.visibility !== undefined &&
        visibilities.includes(row.visibility) &&
        (kinds === undefined || kinds.includes(row.kind ?? null)) &&
        (year === undefined || row.year === year),
      entries: [{ visibility: { $in: visibilities }, ...(kinds && { kind: { $in: kinds } }), ...ofYear }],
      isExact: true,
      inOrderOf: (field) =>
        field === 'uploadedAt'
          ? visibilities.flatMap((visibility) =>
              (kinds ?? [undefined]).map((each) => ({
                visibility,
                ...(each !== undefined && { kind: each }),
                ...ofYear,
              })),
            )
          : undefined,
    },
  ];
}
