import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#kit/text/html.ts'
import { codeBlock, languageOf } from './code/code-block.ts'
import { sourceAddress } from './link-targets.ts'
import type { SitePage } from './site-page.ts'

/** Larger files, and those that are no text, are only named. */
const maxShown = 20_000
/** Of folders with more only the names are shown. */
const maxFiles = 40
/** The files of a folder, or the one file of that name. */
export const filesBelow = (path: string, tracked: readonly string[]): string[] =>
  tracked.filter((file) => file === path || file.startsWith(`${path}/`))

/** A page that shows a file of the checkout, or the small files of a folder: where links of the docs to code lead. */
export function sourcePage(root: string, path: string, tracked: readonly string[]): SitePage {
  const files = filesBelow(path, tracked)
  const isFolder = files[0] !== path
  const shown = files.map((file) => ({ name: isFolder ? file.slice(path.length + 1) : file, file }))
  const isCollection = isFolder && files.length > maxFiles
  return {
    address: sourceAddress(path),
    title: path,
    section: undefined,
    headings: [],
    passages: [],
    html: `<h1><code>${escapeHtml(path)}</code></h1>
<p>${isFolder ? 'A folder' : 'A file'} of the sources of Berth, as it was in this version.</p>
${isCollection ? fileList(shown) : shown.map((one) => fileBlock(root, one)).join('\n')}`,
  }
}

interface ShownFile {
  name: string
  file: string
}

const fileList = (files: readonly ShownFile[]) =>
  `<ul>${files.map(({ name }) => `<li><code>${escapeHtml(name)}</code></li>`).join('\n')}</ul>`

function fileBlock(root: string, { name, file }: ShownFile): string {
  const text = readText(join(root, file))
  const content =
    text === undefined
      ? '<p>Its content is not shown here: it is long, or no text.</p>'
      : codeBlock(text, languageOf(file))
  return `<h2><code>${escapeHtml(name)}</code></h2>\n${content}`
}

function readText(path: string): string | undefined {
  const bytes = readFileSync(path)
  return bytes.length > maxShown || bytes.includes(0) ? undefined : bytes.toString('utf8')
}
