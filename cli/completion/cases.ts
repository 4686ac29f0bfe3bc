import type { CompletionNode, Values } from './completion-node.ts'

/** Branch of a `case` or `switch`: the patterns with the same body. */
export interface Branch {
  patterns: string[]
  body: string
}

/** Branches for all nodes; nodes with the same body share one, and those with an empty body have none. */
export function branchesOf(
  nodes: readonly CompletionNode[],
  bodyOf: (node: CompletionNode) => string,
): Branch[] {
  const branches = new Map<string, string[]>()
  for (const node of nodes) {
    const body = bodyOf(node)
    if (body !== '') branches.set(body, [...(branches.get(body) ?? []), node.words])
  }
  return [...branches].map(([body, patterns]) => ({ patterns, body }))
}

/** Values of options and arguments by `<words> <option>` and `<words> <position>`, those with the same values together. */
export function valueBranches(nodes: readonly CompletionNode[]): Branch[] {
  const branches = new Map<string, string[]>()
  const add = (key: string, values: Values) => {
    const body = values === 'files' ? '/' : values.join(' ')
    if (body !== '') branches.set(body, [...(branches.get(body) ?? []), key])
  }
  for (const { words, values, arguments: args } of nodes) {
    for (const [option, known] of values) add(`${words} ${option}`, known)
    args.forEach((known, position) => {
      add(`${words} ${position}`, known)
    })
  }
  return [...branches].map(([body, patterns]) => ({ patterns, body }))
}
