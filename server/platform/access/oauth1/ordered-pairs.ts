type Pair = readonly [name: string, value: string]

/** Up to so many are put in order where they are: a sort would take longer to begin than to do it. */
const few = 24

/** Puts pairs in the order of RFC 5849 §3.4.1.3.2: by name, then by value. */
export function order(pairs: Pair[]): Pair[] {
  if (pairs.length > few) return pairs.sort((one, other) => (isAfter(one, other) ? 1 : -1))
  for (let next = 1; next < pairs.length; next++) {
    const pair = pairs[next] as Pair
    let at = next
    for (; at > 0 && isAfter(pairs[at - 1] as Pair, pair); at--) pairs[at] = pairs[at - 1] as Pair
    pairs[at] = pair
  }
  return pairs
}

function isAfter(one: Pair, other: Pair): boolean {
  return one[0] === other[0] ? one[1] > other[1] : one[0] > other[0]
}
