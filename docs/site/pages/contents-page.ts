import type { Heading } from '#docs/site/markdown.ts'
import type { Section } from '#docs/site/sections.ts'
import type { FilledSection, SitePage } from '#docs/site/site-page.ts'
import { createSlugger } from '#docs/site/slug.ts'
import { escapeHtml } from '#kit/text/html.ts'

export const contentsAddress = 'contents.html'

/** Where the page lists a section. */
export const anchorOf = ({ title }: Section): string => createSlugger()(title)

/** A page that lists all pages with their parts, for readers without scripts: their browser can search it. */
export function contentsPage(filled: readonly FilledSection[]): SitePage {
  const parts = filled.map(({ section, pages }) => {
    const heading: Heading = { level: 2, anchor: anchorOf(section), text: section.title }
    const html = `<h2 id="${escapeHtml(heading.anchor)}">${escapeHtml(heading.text)}</h2>
<ul>
${pages.map((page) => entry(page, section.isLong !== true)).join('\n')}
</ul>`
    return { heading, html }
  })
  return {
    address: contentsAddress,
    title: 'All pages',
    section: undefined,
    headings: parts.map(({ heading }) => heading),
    passages: [],
    html: `<h1>All pages</h1>
<p>Every page of the documentation with its parts, to be searched by the browser.</p>
${parts.map(({ html }) => html).join('\n')}`,
  }
}

function entry({ address, title, headings }: SitePage, hasParts: boolean): string {
  const parts = headings
    .filter(({ level }) => hasParts && level === 2)
    .map(
      ({ anchor, text }) =>
        `<li><a href="${address}#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
    )
  const list = parts.length === 0 ? '' : `\n<ul class="parts">${parts.join('\n')}</ul>`
  return `<li><a href="${address}">${escapeHtml(title)}</a>${list}</li>`
}
