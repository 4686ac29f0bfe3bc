/** One element of structured data in a syslog message (RFC 5424, 6.3). */
export interface StructuredElement {
  /** `undefined` for parameters without an element of their own. */
  id: string | undefined
  params: readonly { name: string; value: string }[]
}

/** Printable ASCII without space, `=`, `]` and `"`. */
const isNameCharacter = (character: string) =>
  character > ' ' && character < '\u007f' && !'=]"['.includes(character)
const maxName = 32

/**
 * Structured data as owners write it: parameters (`NAME="value" OTHER="value"`) or whole elements
 * (`[id@32473 NAME="value"]`). A value may be without quotes. `undefined` when it is malformed.
 */
export function parseStructuredData(text: string): StructuredElement[] | undefined {
  const reader = new Reader(text)
  const elements: StructuredElement[] = []
  reader.skipSpaces()
  while (!reader.isAtEnd) {
    const element = reader.peek === '[' ? readElement(reader) : readBareParams(reader)
    if (!element) return undefined
    elements.push(element)
    reader.skipSpaces()
  }
  return elements
}

function readElement(reader: Reader): StructuredElement | undefined {
  reader.take('[')
  const id = reader.name()
  if (id === '') return undefined
  const params = readParams(reader)
  return params && reader.take(']') ? { id, params } : undefined
}

function readBareParams(reader: Reader): StructuredElement | undefined {
  const params = readParams(reader)
  return params && params.length > 0 ? { id: undefined, params } : undefined
}

function readParams(reader: Reader): StructuredElement['params'] | undefined {
  const params: { name: string; value: string }[] = []
  for (;;) {
    reader.skipSpaces()
    if (reader.isAtEnd || reader.peek === ']' || reader.peek === '[') return params
    const name = reader.name()
    if (name === '' || !reader.take('=')) return undefined
    const value = reader.peek === '"' ? reader.quoted() : reader.bare()
    if (value === undefined) return undefined
    params.push({ name, value })
  }
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get peek(): string {
    return this.#text.charAt(this.#at)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  take(character: string): boolean {
    if (this.peek !== character) return false
    this.#at += 1
    return true
  }

  skipSpaces(): void {
    while (this.peek === ' ') this.#at += 1
  }

  /** Empty when there is none, or it is too long. */
  name(): string {
    const start = this.#at
    while (!this.isAtEnd && isNameCharacter(this.peek)) this.#at += 1
    return this.#at - start > maxName ? '' : this.#text.slice(start, this.#at)
  }

  bare(): string | undefined {
    const start = this.#at
    while (!this.isAtEnd && isNameCharacter(this.peek)) this.#at += 1
    return this.#at === start ? undefined : this.#text.slice(start, this.#at)
  }

  /** With `\"`, `\\` and `\]` for those characters. */
  quoted(): string | undefined {
    this.#at += 1
    let value = ''
    while (!this.isAtEnd) {
      const character = this.peek
      this.#at += 1
      if (character === '"') return value
      const isEscape = character === '\\' && '"\\]'.includes(this.peek) && !this.isAtEnd
      value += isEscape ? this.peek : character
      if (isEscape) this.#at += 1
    }
    return undefined
  }
}

const escaped = (value: string) => value.replaceAll(/["\\\]]/g, (character) => `\\${character}`)

/** As it stands in a message; `defaultId` for parameters without an element of their own. */
export const formatElement = ({ id, params }: StructuredElement, defaultId: string): string => {
  const written = params.map(({ name, value }) => ` ${name}="${escaped(value)}"`)
  return `[${id ?? defaultId}${written.join('')}]`
}

/** The text with every value replaced, because they often are tokens. */
export function maskStructuredData(text: string, mask: string): string {
  const elements = parseStructuredData(text) ?? []
  return elements
    .map(({ id, params }) => {
      const hidden = params.map(({ name }) => `${name}="${mask}"`).join(' ')
      return id === undefined ? hidden : `[${[id, hidden].filter(Boolean).join(' ')}]`
    })
    .join(' ')
}
