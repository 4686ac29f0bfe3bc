import type { Plugin } from 'rolldown'

/**
 * Writes characters outside of ASCII as escapes. V8 keeps a source text with a single one of them in two bytes for each character: some
 * dozens of ellipses and dashes made two megabytes of the text of the server four. Lines stay what they are, so that stack traces are right.
 */
export const oneByteText = (): Plugin => ({
  name: 'one-byte-text',
  // Not earlier: the bundler would print the characters again.
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      if (rawTemplate.test(part.code))
        throw new Error(`${part.fileName} has a raw template, in which an escape would be text`)
      part.code = part.code.replace(/[^\0-\x7f]/g, escapeOf)
    }
  },
})

const rawTemplate = /String\.raw`[^`]*[^\0-\x7f]/
const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
