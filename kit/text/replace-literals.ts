interface Trie {
  /** For each node, the next node by character code. */
  next: Map<number, number>[]
  /** For each node, the failure link: the longest proper suffix. */
  fail: number[]
  /** For each node, the length of the longest literal that ends there; 0 for none. */
  length: number[]
}

/**
 * Makes a function that replaces every occurrence of many literals in one pass (Aho–Corasick). The time is linear in
 * the text: both text and literals may be chosen by a tenant, and searching for one literal after the other takes the
 * product of both.
 */
export function replaceLiterals(
  literals: readonly string[],
  replacement: string,
): (text: string) => string {
  const trie = trieOf(literals.filter((literal) => literal !== ''))
  return (text) => {
    const ranges = rangesIn(trie, text)
    let [result, from] = ['', 0]
    for (const { start, end } of ranges) {
      result += text.slice(from, start) + replacement
      from = end
    }
    return from === 0 ? text : result + text.slice(from)
  }
}

function trieOf(literals: readonly string[]): Trie {
  const trie: Trie = { next: [new Map()], fail: [0], length: [0] }
  for (const literal of literals) {
    let node = 0
    for (let at = 0; at < literal.length; at += 1)
      node = childOf(trie, node, literal.charCodeAt(at))
    trie.length[node] = literal.length
  }
  linkFailures(trie)
  return trie
}

function childOf({ next, fail, length }: Trie, node: number, code: number): number {
  const known = next[node]?.get(code)
  if (known !== undefined) return known
  next[node]?.set(code, next.length)
  next.push(new Map())
  fail.push(0)
  length.push(0)
  return next.length - 1
}

/** Breadth-first, since a failure link leads to a node nearer to the root. */
function linkFailures(trie: Trie): void {
  const { next, fail, length } = trie
  const queue = [...(next[0]?.values() ?? [])]
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] as number
    for (const [code, child] of next[node] ?? []) {
      fail[child] = step(trie, fail[node] ?? 0, code)
      length[child] = Math.max(length[child] ?? 0, length[fail[child] ?? 0] ?? 0)
      queue.push(child)
    }
  }
}

function step({ next, fail }: Trie, from: number, code: number): number {
  for (let node = from; ; node = fail[node] ?? 0) {
    const child = next[node]?.get(code)
    if (child !== undefined) return child
    if (node === 0) return 0
  }
}

/** Ranges of literals; touching or overlapping ones are merged. */
function rangesIn(trie: Trie, text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let node = 0
  for (let at = 0; at < text.length; at += 1) {
    node = step(trie, node, text.charCodeAt(at))
    const length = trie.length[node] ?? 0
    if (length === 0) continue
    let range = { start: at + 1 - length, end: at + 1 }
    for (let last = ranges.at(-1); last && last.end >= range.start; last = ranges.at(-1)) {
      range = { start: Math.min(last.start, range.start), end: range.end }
      ranges.pop()
    }
    ranges.push(range)
  }
  return ranges
}
