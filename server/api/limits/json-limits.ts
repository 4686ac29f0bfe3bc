/** Limits of a JSON text, checked before it is parsed. */
export interface JsonLimits {
  /** Total number of values in objects and lists. */
  maxValues: number
  maxDepth: number
}

export const defaultJsonLimits: JsonLimits = { maxValues: 10_000, maxDepth: 64 }

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The limit that a JSON text exceeds, if any. Counts separators and brackets outside strings in one pass: parsing many
 * keys takes a hundred times as long, and unlimited nesting cannot be serialised again.
 */
export function exceededLimit(
  text: Uint8Array,
  { maxValues, maxDepth }: JsonLimits,
): keyof JsonLimits | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case quote:
        at = endOfString(text, at + 1)
        break
      case openList:
      case openObject:
        depth += 1
        values += 1
        if (depth > maxDepth) return 'maxDepth'
        break
      case closeList:
      case closeObject:
        depth -= 1
        break
      case comma:
        values += 1
        break
    }
    if (values > maxValues) return 'maxValues'
  }
  return undefined
}

/** Position of the closing quote of a string. */
function endOfString(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1
  return at
}
