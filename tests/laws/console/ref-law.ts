import type { SourceFile } from '#tests/laws/source-tree.ts'
import { type SyntaxNode, visitNodes } from './syntax-tree.ts'

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Hooks that call their first argument while the component renders. */
const callsAtOnce = new Set(['useMemo', 'useState', 'useReducer'])
/** Components and hooks, which React calls to render. */
const rendering = /^([A-Z]|use[A-Z])/

/**
 * Refs that are written while a component renders. React may render without committing, or twice, so that the ref would
 * hold what is not on the screen: take `useEffectEvent`, an effect or a state.
 */
export function refBreaches(files: readonly SourceFile[]): string[] {
  const breaches: string[] = []
  for (const file of files) {
    if (!/^console\/.*(?<!\.test)\.tsx?$/.test(file.path)) continue
    if (!file.text.includes('.current')) continue
    visitNodes(file, (node, around) => {
      const ref = writtenRef(node)
      if (ref && isRendering(around))
        breaches.push(`${file.path}: writes the ref ${ref} while it renders`)
    })
  }
  return breaches
}

function writtenRef(node: SyntaxNode): string | undefined {
  const target = { AssignmentExpression: node.left, UpdateExpression: node.argument }[node.type]
  const { type, property, object } = (target ?? {}) as Record<string, { name?: string } | string>
  if (type !== 'MemberExpression' || nameOf(property) !== 'current') return undefined
  return nameOf(object) || 'of an object'
}

/** Whether the code runs while a component renders: in its own body, or in a function that a hook calls at once. */
function isRendering(around: readonly SyntaxNode[]): boolean {
  const at = around.findIndex(({ type }) => functions.has(type))
  const inner = around[at]
  const outer = around[at + 1]
  if (!inner) return false
  if (outer?.type === 'CallExpression' && callsAtOnce.has(nameOf(outer.callee)))
    return isRendering(around.slice(at + 1))
  return rendering.test(nameOf(inner.id) || nameOf(outer?.id))
}

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? ''
