import { escapeHtml } from '#kit/text/html.ts'
import { highlight } from './highlight.ts'

/** A block of code; long lines scroll, which a keyboard can do only with what it can focus. */
export function codeBlock(code: string, language = ''): string {
  const name = language && ` data-language="${escapeHtml(language)}"`
  return `<pre tabindex="0"${name}><code>${highlight(code, language)}</code></pre>`
}

const languages: Readonly<Record<string, string>> = {
  conf: 'properties',
  cjs: 'js',
  mjs: 'js',
  sbt: 'scala',
  Dockerfile: 'dockerfile',
}

/** The language of a file, by its name. */
export function languageOf(file: string): string {
  const ending = /[^./]+$/.exec(file)?.[0] ?? ''
  return languages[ending] ?? ending
}
