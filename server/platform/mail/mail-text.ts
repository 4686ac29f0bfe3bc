import type { MailPart, Sentence } from './mail-parts.ts'

/** The e-mail for programs that show no HTML: paragraphs, URLs on lines of their own, and the signature. */
export const mailText = (parts: readonly MailPart[]): string =>
  `${[...parts.map(partText), '-- \nBerth'].join('\n\n')}\n`

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
    case 'notice':
      return sentenceText(part.sentence)
    case 'button':
    case 'link':
      return `${part.label}:\n\n${part.url}`
    case 'facts':
      return part.facts.map(([term, value]) => `${term}: ${value}`).join('\n')
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n')
  }
}

const sentenceText = (sentence: Sentence | string) =>
  typeof sentence === 'string' ? sentence : sentence.text
