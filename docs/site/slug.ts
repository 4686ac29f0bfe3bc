/** Makes anchors of headings as forges do, so that a link to one works there and here; a repeated heading gets a number. */
export function createSlugger(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const base = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const count = taken.get(base) ?? 0
    taken.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}
