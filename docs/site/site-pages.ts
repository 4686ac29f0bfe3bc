import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPages } from './api/api-pages.ts'
import { deadLinks, LinkTargets } from './link-targets.ts'
import { renderMarkdown } from './markdown.ts'
import { addressOfFile, filesOf, pageFiles, sectionProblems } from './page-files.ts'
import { contentsPage } from './pages/contents-page.ts'
import { startPage } from './pages/start-page.ts'
import { sections } from './sections.ts'
import type { FilledSection, SitePage } from './site-page.ts'
import { filesBelow, sourcePage } from './source-pages.ts'

/** The pages of the site in reading order, and what they need beside them. */
export interface SiteContent {
  sections: readonly FilledSection[]
  /** The start page, the list of all pages, and pages that only links lead to. */
  others: readonly SitePage[]
  /** Files of the checkout that pages show as pictures. */
  pictures: readonly string[]
  /** Links that lead nowhere, and pages that the navigation lacks: one sentence each. */
  problems: readonly string[]
}

/** Renders every page; `tracked` are the files of the checkout that may be shown. */
export async function renderSite(root: string, tracked: readonly string[]): Promise<SiteContent> {
  const files = pageFiles(root)
  const targets = new LinkTargets({
    pages: new Set(files),
    isPicture: (file) => /^docs\/.*\.(png|webp|svg)$/.test(file) && tracked.includes(file),
    isSource: (file) => filesBelow(file, tracked).length > 0,
  })
  const pages = new Map<string, SitePage>()
  for (const file of files) pages.set(file, await markdownPage(root, file, targets))
  const filled = sections.map((section) => ({
    section,
    pages: (section.generated
      ? apiPages(section)
      : filesOf(section, files).flatMap((file) => pages.get(file) ?? [])
    ).map((page) => ({ ...page, section })),
  }))
  const sources = [...targets.sources].sort().map((path) => sourcePage(root, path, tracked))
  const others = [startPage(filled), contentsPage(filled), ...sources]
  const all = [...filled.flatMap((one) => one.pages), ...others]
  const anchors = new Map(
    all.map(({ address, headings }) => [address, new Set(headings.map(({ anchor }) => anchor))]),
  )
  const pictures = [...targets.pictures].sort()
  return {
    sections: filled,
    others,
    pictures,
    problems: [
      ...sectionProblems(sections, files),
      ...targets.dead,
      ...deadLinks(targets.links, anchors, new Set(pictures.map(addressOfFile))),
      ...all.filter(({ title }) => title === '').map(({ address }) => `${address} has no title`),
    ],
  }
}

async function markdownPage(root: string, file: string, targets: LinkTargets): Promise<SitePage> {
  const text = await readFile(join(root, file), 'utf8')
  const rendered = renderMarkdown(text, (target) => targets.resolve(file, target))
  targets.dead.push(...rendered.problems.map((problem) => `${file} ${problem}`))
  return { address: addressOfFile(file), section: undefined, ...rendered }
}
