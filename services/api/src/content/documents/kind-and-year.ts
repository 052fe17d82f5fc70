import type { DocumentListQuery } from '@cytocomm/contract';
import { isReadBy } from '../../platform/http/readers.ts';
import type { Condition } from '../../platform/lists/indexed-list.ts';
import type { DocumentRecord } from './model.ts';

/**
 * Returns the condition that documents read by these keys are of some kinds and a year; none when neither is asked for. Indexes hold
 * each kind, each year and both together in the order of uploads.
 */
export function ofKindAndYear(
  keys: readonly string[],
  { kind, year }: Pick<DocumentListQuery, 'kind' | 'year'>,
): readonly Condition<DocumentRecord>[] {
  if (kind === undefined && year === undefined) return [];
  const kinds = kind && [...new Set(kind)].map((each) => (each === 'none' ? null : each));
  const ofYear = year === undefined ? {} : { year };
  return [
    {
      holds: (row) =>
        isReadBy(row.visibility, keys) &&
        (kinds === undefined || kinds.includes(row.kind ?? null)) &&
        (year === undefined || row.year === year),
      entries: [{ visibility: { $in: keys }, ...(kinds && { kind: { $in: kinds } }), ...ofYear }],
      isExact: true,
      inOrderOf: (field) =>
        field === 'uploadedAt'
          ? keys.flatMap((visibility) =>
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
