import { createRequire } from 'node:module'
import { escapeHtml } from '#kit/text/html.ts'

/** What of the package is used; its own types would bring those of browsers into every program of the checkout. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  getLanguage(name: string): unknown
  configure(options: { classPrefix: string }): void
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
}

const load = createRequire(import.meta.url)
const highlighter: Highlighter = load('highlight.js/lib/core')

const languages = [
  ...['bash', 'css', 'diff', 'dockerfile', 'ini', 'javascript', 'json', 'markdown'],
  ...['properties', 'python', 'ruby', 'scala', 'sql', 'typescript', 'xml', 'yaml'],
]
for (const name of languages)
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`))
highlighter.configure({ classPrefix: 'c-' })

/** A transcript of a terminal: commands behind `$ `, and what they print. */
const transcript = 'console'

/** Whether blocks of a language are coloured; one without is plain text. */
export const isHighlighted = (language: string): boolean =>
  language === transcript || highlighter.getLanguage(language) !== undefined

/** Code as HTML with a class at each token, whose colours the style sheet has; text of an unknown language is only escaped. */
export function highlight(code: string, language = ''): string {
  if (language === transcript) return highlightTranscript(code)
  return isHighlighted(language)
    ? highlighter.highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code)
}

/** Output stays as it is: it is no code. */
const highlightTranscript = (code: string): string =>
  code
    .split('\n')
    .map((line) =>
      line.startsWith('$ ')
        ? `<span class="c-prompt">$ </span>${highlight(line.slice(2), 'bash')}`
        : escapeHtml(line),
    )
    .join('\n')
