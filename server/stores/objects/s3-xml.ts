const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * The contents of all elements of this name in an answer of S3. Its answers are lists of records of texts: no element is inside of one of
 * its own name, attributes say nothing, and there is nothing else of XML in them.
 */
export const elementsOf = (xml: string, name: string): string[] =>
  Array.from(
    xml.matchAll(new RegExp(`<${name}(?:\\s[^<>]*)?>([^]*?)</${name}>`, 'g')),
    ([, content = '']) => content,
  )

/** The text of the first element of this name, `undefined` without one. */
export const textOf = (xml: string, name: string): string | undefined =>
  elementsOf(xml, name)[0]?.replace(/&(?:#(x?)([\da-f]{1,6})|(\w{2,4}));/gi, toCharacter)

/** A text as content of an element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toCharacter(reference: string, hexadecimal = '', code = '', name = ''): string {
  if (name) return references[name] ?? reference
  const point = Number.parseInt(code, hexadecimal ? 16 : 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : reference
}
