import { escapeHtml } from '#kit/text/html.ts'
import { mark } from '#kit/text/page-design.ts'
import type { Release } from './checkout.ts'
import { relativeAddress } from './link-targets.ts'
import { contentsAddress } from './pages/contents-page.ts'
import type { Section } from './sections.ts'
import type { SitePage } from './site-page.ts'

/** Addresses of scripts and styles, whose names change with their content. */
export interface Assets {
  style: string
  /** Runs before the page is drawn. */
  theme: string
  site: string
  api: string
  icon: string
  /** The index of the search. */
  search: string
}

/** What all pages of a build share. */
export interface SiteFrame {
  assets: Assets
  release: Release
  /** Way from the root of this version to the folder with `versions.json`: empty, or `../` for a version beside the current one. */
  top: '' | '../'
  sections: readonly { section: Section; pages: readonly SitePage[] }[]
}

interface Neighbours {
  previous: SitePage | undefined
  next: SitePage | undefined
}

/** A complete page of the site. It works without scripts; in place of the search it has a link to the list of all pages then. */
export function renderPage(page: SitePage, frame: SiteFrame, near: Neighbours): string {
  const to = (address: string) => relativeAddress(page.address, address)
  const { assets } = frame
  // Of a page in the root it is `./`.
  const root = relativeAddress(page.address, 'x').slice(0, -1) || './'
  return `<!DOCTYPE html>
<html lang="en" data-root="${root}" data-top="${root}${frame.top}" data-version="${escapeHtml(frame.release.version)}" data-search="${assets.search}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Berth</title>
<link rel="icon" href="${to(assets.icon)}">
<link rel="stylesheet" href="${to(assets.style)}">
<script src="${to(assets.theme)}"></script>
<script type="module" src="${to(page.isApi ? assets.api : assets.site)}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site-header">
<a class="home" href="${to('index.html')}">${mark}<span>Berth</span> <span class="muted">documentation</span></a>
<div class="search" id="search"><noscript><a href="${to(contentsAddress)}">All pages</a></noscript></div>
<div class="tools" id="tools"></div>
<a class="menu-link" href="#navigation">Menu</a>
</header>
<div class="layout${page.headings.some(isListed) ? '' : ' without-toc'}">
<nav class="navigation" id="navigation" aria-label="Documentation">
<a class="menu-close" href="#content">Close the menu</a>
${navigation(page, frame)}
</nav>
<main id="content">
<div id="notice"></div>
${toc(page)}
<article>
${page.html}
</article>
${neighbours(near, to)}
${footer(frame, to(contentsAddress), `${root}${frame.top}`)}
</main>
</div>
</body>
</html>
`
}

function navigation(page: SitePage, { sections }: SiteFrame): string {
  const to = (address: string) => relativeAddress(page.address, address)
  const entry = ({ address, title }: SitePage) =>
    address === page.address
      ? `<li><a aria-current="page" href="">${escapeHtml(title)}</a></li>`
      : `<li><a href="${to(address)}">${escapeHtml(title)}</a></li>`
  return sections
    .map(({ section, pages }) => {
      const isHere = section === page.section
      const [first, ...rest] = pages
      if (first && section.isLong && !isHere)
        return `<p class="section-link"><a href="${to(first.address)}">${escapeHtml(section.title)}</a></p>`
      const listed = [first, ...rest].flatMap((one) => (one ? [entry(one)] : []))
      return `<details${isHere ? ' open' : ''}><summary>${escapeHtml(section.title)}</summary>
<ul>
${listed.join('\n')}
</ul>
</details>`
    })
    .join('\n')
}

const isListed = ({ level }: { level: number }) => level === 2 || level === 3

function toc({ headings }: SitePage): string {
  const listed = headings.filter(isListed)
  if (listed.length === 0) return ''
  const entries = listed.map(
    ({ level, anchor, text }) =>
      `<li class="level-${level}"><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page">
<p>On this page</p>
<ul>
${entries.join('\n')}
</ul>
</nav>`
}

function neighbours({ previous, next }: Neighbours, to: (address: string) => string): string {
  const link = (page: SitePage | undefined, rel: string, word: string) =>
    page
      ? `<a rel="${rel}" href="${to(page.address)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`
      : ''
  const links = [link(previous, 'prev', 'Previous'), link(next, 'next', 'Next')].filter(Boolean)
  return links.length === 0
    ? ''
    : `<nav class="neighbours" aria-label="Previous and next page">\n${links.join('\n')}\n</nav>`
}

function footer(
  { release: { version, commit, date } }: SiteFrame,
  contents: string,
  top: string,
): string {
  const of = [`Berth ${version}`, commit && `commit ${commit}`, date].filter(Boolean)
  return `<footer class="site-footer">${escapeHtml(of.join(', '))}. <a href="${contents}">All pages</a>, <a href="${top}versions.html">all versions</a></footer>`
}
