import type { FilledSection, SitePage } from '#docs/site/site-page.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { anchorOf, contentsAddress } from './contents-page.ts'

const firstListed = 8

/** The start page: who finds what where. */
export function startPage(filled: readonly FilledSection[]): SitePage {
  const cards = filled.map(({ section, pages }) => {
    const [first] = pages
    const links = pages
      .slice(0, section.isLong ? 1 : firstListed)
      .map(({ address, title }) => `<li><a href="${address}">${escapeHtml(title)}</a></li>`)
    const rest =
      first && pages.length > links.length
        ? `<p><a href="${contentsAddress}#${anchorOf(section)}">${pages.length - links.length} more pages</a></p>`
        : ''
    return `<section class="card"><h2>${escapeHtml(section.title)}</h2>
<p>${escapeHtml(section.summary)}</p>
<ul>
${links.join('\n')}
</ul>
${rest}</section>`
  })
  return {
    address: 'index.html',
    title: 'Documentation',
    section: undefined,
    headings: [],
    passages: [],
    html: `<h1>Documentation of Berth</h1>
<p class="lead">A platform as a service that you run yourself: push a Git repository, and it is built, checked and served.</p>
<div class="cards">
${cards.join('\n')}
</div>`,
  }
}
