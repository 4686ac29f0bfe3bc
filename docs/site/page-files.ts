import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path/posix'
import type { Section } from './sections.ts'

/** Pages that are outside `docs/`. */
const outside = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** All Markdown files of the site, from the root of the checkout. */
export const pageFiles = (root: string): string[] =>
  [...outside, ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/dist*/**'] })].sort()

/** Address of the page of a Markdown file: `docs/guides/x.md` is `guides/x.html`. */
export function addressOfFile(file: string): string {
  if (outside.includes(file)) return `${basename(file, '.md').toLowerCase()}.html`
  return file
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html')
}

/** The files of a section, those of its patterns in the order of their names. */
export function filesOf({ pages }: Section, all: readonly string[]): string[] {
  const named = new Set(pages)
  return pages.flatMap((page) =>
    basename(page) === '*.md'
      ? all.filter((file) => dirname(file) === dirname(page) && !named.has(file))
      : [page],
  )
}

/** Pages without a section, in several, and lines without a page. */
export function sectionProblems(sections: readonly Section[], all: readonly string[]): string[] {
  const listed = sections.flatMap((section) => filesOf(section, all))
  const times = (file: string) => listed.filter((one) => one === file).length
  return [
    ...all
      .filter((file) => times(file) !== 1)
      .map((file) =>
        times(file) === 0
          ? `${file} is in no section of docs/site/sections.ts`
          : `${file} is in more than one section`,
      ),
    ...listed
      .filter((file) => !all.includes(file))
      .map((file) => `docs/site/sections.ts names ${file}, which is not there`),
  ]
}
