const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * The contents of all elements of this name in a document of records, as object storage and Maven repositories answer: no element is inside of one of
 * its own name, attributes say nothing, and there is nothing else of XML in it. Reads the document once, whatever it is: a search for
 * the end of an element that has none would otherwise follow each of its beginnings.
 */
export function elementsOf(xml: string, name: string): string[] {
  const begin = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'g')
  const end = `</${name}>`
  const found: string[] = []
  for (let match = begin.exec(xml); match; match = begin.exec(xml)) {
    const at = xml.indexOf(end, begin.lastIndex)
    if (at < 0) break
    found.push(xml.slice(begin.lastIndex, at))
    begin.lastIndex = at + end.length
  }
  return found
}

/** The text of the first element of this name, `undefined` without one. */
export const textOf = (xml: string, name: string): string | undefined =>
  elementsOf(xml, name)[0]?.replace(/&(?:#(x?)([\da-f]{1,6})|(\w{2,4}));/gi, toCharacter)

/** A text as content of an element; a carriage return as it is would be read as a line feed. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')

function toCharacter(reference: string, hexadecimal = '', code = '', name = ''): string {
  if (name) return references[name] ?? reference
  const point = Number.parseInt(code, hexadecimal ? 16 : 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : reference
}
