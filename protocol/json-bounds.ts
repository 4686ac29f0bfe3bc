import { error, type Problem } from './problem.ts'

const deepest = 20
const maxValues = 5_000
const maxTextLength = 10_000
const maxText = 100_000

interface Place {
  value: unknown
  path: string
  depth: number
}

/** The first reason why a JSON value is too large for a manifest, found without recursion. */
export function boundsProblem(root: unknown): Problem | undefined {
  const waiting: Place[] = [{ value: root, path: '', depth: 0 }]
  let seen = 0
  let text = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    seen += 1
    const { value, path, depth } = place
    if (seen > maxValues) return error('', `More than ${maxValues} values are too many.`)
    if (depth > deepest) return error('', `Objects and lists lie more than ${deepest} deep.`)
    if (typeof value === 'string' && value.length > maxTextLength)
      return error(path, `The text is longer than ${maxTextLength} characters.`)
    text += typeof value === 'string' ? value.length : 0
    if (text > maxText) return error('', `More than ${maxText} characters are too many.`)
    if (typeof value !== 'object' || value === null) continue
    const entries = Object.entries(value).slice(0, maxValues + 1)
    const odd = entries.find(([key]) => key === '__proto__' || key.length > 200)
    if (odd) return error(path, `'${odd[0].slice(0, 40)}' cannot be a key.`)
    text += Array.isArray(value) ? 0 : entries.reduce((sum, [key]) => sum + key.length, 0)
    for (const [key, inner] of entries)
      waiting.push({ value: inner, path: inside(path, key, value), depth: depth + 1 })
  }
  return undefined
}

const inside = (path: string, key: string, parent: object) =>
  Array.isArray(parent) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
