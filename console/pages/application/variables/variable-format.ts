import {
  formatVariable,
  parseJsonVariables,
  parseVariables,
  VariableTextError,
} from '#kit/text/variable-text.ts'
import type { Variables } from './staged-changes.ts'

/** How variables are written as a text. */
export type VariableFormat = 'env' | 'json'

/** Variables of a text, or what is wrong with it in one sentence. */
type ReadVariables = { variables: Variables } | { problem: string }

/** A text begins with a bracket only if it is JSON. */
export const detectFormat = (text: string): VariableFormat =>
  /^\s*[[{]/.test(text) ? 'json' : 'env'

export function readVariables(text: string, format: VariableFormat): ReadVariables {
  // An empty text is the empty set in both formats.
  if (text.trim() === '') return { variables: new Map() }
  try {
    const record = (format === 'json' ? parseJsonVariables : parseVariables)(text)
    return { variables: new Map(Object.entries(record)) }
  } catch (error) {
    if (!(error instanceof VariableTextError)) throw error
    return { problem: [error.message, error.hint].filter(Boolean).join(' ') }
  }
}

/** The text that is read back as the same variables, sorted by name. */
export function writeVariables(variables: Variables, format: VariableFormat): string {
  const sorted = [...variables].sort(([one], [other]) => (one < other ? -1 : 1))
  if (format === 'json') return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  return sorted.map(([name, value]) => `${formatVariable({ name, value })}\n`).join('')
}
