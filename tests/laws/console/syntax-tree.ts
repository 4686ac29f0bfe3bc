import { parseAst } from 'rolldown/parseAst'
import type { SourceFile } from '#tests/laws/source-tree.ts'

/** A node of the syntax tree, as far as the laws look at it. */
export interface SyntaxNode {
  type: string
  [property: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** Visits each node of a file with the nodes around it, the nearest first. */
export function visitNodes(
  { path, text }: SourceFile,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
): void {
  const walk = (node: SyntaxNode, around: readonly SyntaxNode[]) => {
    visit(node, around)
    const inside = [node, ...around]
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, inside)
  }
  const program: unknown = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' })
  if (isNode(program)) walk(program, [])
}
