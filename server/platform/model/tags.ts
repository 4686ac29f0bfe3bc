import { validateLine } from './plain-text.ts'
import { Refusal } from './refusal.ts'

const maxTagLength = 64
const maxTags = 50

/** Tags of an application or add-on: lines of text, each once. */
export function validateTags(wanted: readonly string[]): string[] {
  const tags = [...new Set(wanted.map((tag) => validateLine(tag, 'A tag', maxTagLength)))]
  if (tags.includes('')) throw new Refusal('invalid', 'A tag is empty.')
  if (tags.length > maxTags) {
    throw new Refusal('invalid', `There can be ${maxTags} tags at most.`)
  }
  return tags
}
