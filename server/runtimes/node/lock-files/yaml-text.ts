import type { Event } from 'js-yaml'
import { constructFromEvents, EVENT_ID, FAILSAFE_SCHEMA, parseEvents, SCALAR_STYLE } from 'js-yaml'

/** Parsing blocks the event loop for up to 0.4 seconds per megabyte. */
const maxLength = 1024 * 1024
const maxDepth = 16

export type YamlProblem = 'cannot be parsed' | 'is larger than 1 MB'

/**
 * Parses one YAML document of simple structure: nested mappings and sequences of single-line scalars, in block or flow
 * style. Every scalar is returned as a string. Anchors, aliases, tags, directives, explicit or duplicate keys and
 * multi-line scalars are rejected, because parsers differ about them and no package manager writes them.
 */
export function parseYamlText(text: string): { value: unknown } | { problem: YamlProblem } {
  if (text.length > maxLength) return { problem: 'is larger than 1 MB' }
  try {
    const events = parseEvents(text, { maxDepth })
    if (!events.every((event) => isPlain(event, text))) return { problem: 'cannot be parsed' }
    const documents = constructFromEvents(events, { source: text, schema: FAILSAFE_SCHEMA })
    return documents.length > 1 ? { problem: 'cannot be parsed' } : { value: documents[0] }
  } catch {
    // A YAMLException, or a RangeError when the text exhausts the parser.
    return { problem: 'cannot be parsed' }
  }
}

/** The document, or `undefined` when the structure is not simple. */
export function readYaml(text: string): unknown {
  const parsed = parseYamlText(text)
  return 'value' in parsed ? parsed.value : undefined
}

function isPlain(event: Event, text: string): boolean {
  if (event.type === EVENT_ID.ALIAS) return false
  if (event.type === EVENT_ID.POP) return true
  if (event.type === EVENT_ID.DOCUMENT) return event.directives.length === 0
  if (event.anchorStart >= 0 || event.tagStart >= 0) return false
  if (event.type !== EVENT_ID.SCALAR) return true
  if (event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK) {
    return false
  }
  const written = text.slice(event.valueStart, event.valueEnd)
  return !/[\r\n]/.test(written) && written !== '__proto__' && written !== '<<'
}

/** First paragraphs of a YAML text: enough for the version of a lock file of any size. */
export function readYamlHead(text: string): unknown {
  if (text.length <= headLength) return readYaml(text)
  const end = text.lastIndexOf('\n\n', headLength)
  return end < 0 ? undefined : readYaml(text.slice(0, end))
}

const headLength = 4096
