import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'

/** Parses `a,b` or `all` into every known right with whether it is granted; accepts `-` for `_`. */
export function readRights(text: string, known: readonly string[]): Record<string, boolean> {
  const wanted = text
    .split(',')
    .map((word) => word.trim().replaceAll('-', '_'))
    .filter(Boolean)
  const wrong = wanted.find((word) => word !== 'all' && !known.includes(word))
  if (wrong !== undefined) {
    const meant = nearest(wrong, known)
    throw new Refusal(
      `Unknown right '${wrong}'.`,
      meant ? `Did you mean '${meant}'?` : `Rights: ${[...known, 'all'].join(', ')}`,
    )
  }
  const isAll = wanted.includes('all')
  return Object.fromEntries(known.map((right) => [right, isAll || wanted.includes(right)]))
}
