const DEFAULT_LIMIT = 20;

/** One page of a list, as the API cuts it: `limit` and `cursor` from the query, the cursor of the next page in the answer. */
export function cutPage<Item>(
  items: readonly Item[],
  request: Request,
  defaultLimit = DEFAULT_LIMIT,
): { items: Item[]; nextCursor: string | null } {
  const query = new URL(request.url).searchParams;
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? defaultLimit);
  return { items: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}
