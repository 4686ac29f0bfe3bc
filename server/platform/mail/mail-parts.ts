import { escapeHtml } from '#kit/text/html.ts'

/** A sentence in both forms. */
export interface Sentence {
  text: string
  html: string
}

/** Something to type, in a sentence. */
interface Command {
  command: string
}

/** A part of an e-mail. */
export type MailPart =
  | { kind: 'paragraph'; sentence: Sentence | string }
  /** What the reader is to do; at most one. */
  | { kind: 'button'; label: string; url: string }
  /** What they can do instead. */
  | { kind: 'link'; label: string; url: string }
  | { kind: 'facts'; facts: readonly [term: string, value: string][] }
  | { kind: 'list'; items: readonly string[] }
  /** What to do if the e-mail is not expected. */
  | { kind: 'notice'; sentence: Sentence | string }

/** Without line breaks and other control characters, among them those that turn the direction of writing. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\u2028\u2029]+/gu, ' ')

/**
 * A sentence with values. Each is isolated, so that a name written from right to left, or one that looks like markup, changes nothing but its
 * own place.
 */
export function say(parts: TemplateStringsArray, ...values: (string | Command)[]): Sentence {
  const textOf = (value: string | Command) =>
    oneLine(typeof value === 'string' ? value : value.command)
  const htmlOf = (value: string | Command) =>
    typeof value === 'string'
      ? `<bdi>${escapeHtml(oneLine(value))}</bdi>`
      : `<code>${escapeHtml(oneLine(value.command))}</code>`
  const escaped = parts.map(escapeHtml)
  return {
    text: String.raw({ raw: parts }, ...values.map(textOf)),
    html: String.raw({ raw: escaped }, ...values.map(htmlOf)),
  }
}

export const command = (words: string): Command => ({ command: words })

export const button = (label: string, url: string): MailPart => ({ kind: 'button', label, url })

export const otherLink = (label: string, url: string): MailPart => ({ kind: 'link', label, url })

export const facts = (...facts: [term: string, value: string][]): MailPart => ({
  kind: 'facts',
  facts: facts.map(([term, value]) => [term, oneLine(value)]),
})

export const list = (items: readonly string[]): MailPart => ({
  kind: 'list',
  items: items.map(oneLine),
})

export const notice = (sentence: Sentence | string): MailPart => ({ kind: 'notice', sentence })
