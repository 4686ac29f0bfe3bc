const limit = 100

/** All items of a list that is read in pages, after the first `offset`. */
export async function everyPage<Item>(
  read: (page: { limit: number; offset: number }) => Promise<Item[]>,
  offset = 0,
): Promise<Item[]> {
  const items: Item[] = []
  for (;;) {
    const page = await read({ limit, offset: offset + items.length })
    items.push(...page)
    if (page.length < limit) return items
  }
}
