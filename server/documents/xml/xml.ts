import { escapeHtml } from '#kit/text/html.ts'

/** Characters that XML 1.0 does not have, not even escaped. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Most texts are numbers and codes, with nothing to escape. */
const harmless = /^[\w .:,/-]*$/

/** Text of an element or a quoted attribute. */
const xmlText = (text: string): string =>
  harmless.test(text) ? text : escapeHtml(text.replace(illegal, '\ufffd'))

/** An element around markup. */
export const element = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`

/** An element around a text; nothing if the text is empty, because empty elements are errors in business documents. */
export function textElement(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  if (text === '') return ''
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  return `<${name}${list.join('')}>${xmlText(text)}</${name}>`
}
