import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compressFiles } from '#kit/files/compress-files.ts'
import { putInPlace } from '#kit/files/put-in-place.ts'
import { valid } from '#kit/text/versions.ts'
import { writeAssets } from './browser-files.ts'
import { listSources, readRelease } from './checkout.ts'
import { addressOfFile } from './page-files.ts'
import { renderSite, type SiteContent } from './site-pages.ts'
import { type SiteOptions, writeRecord } from './site-record.ts'
import { renderPage, type SiteFrame } from './template.ts'
import { draftMark, keepVersions, versionFolder, writeVersions } from './versions.ts'

/** Pages are compressed at each build; the best quality would take most of its time. */
const quality = 5

/**
 * Builds the site, which appears complete or not at all, and returns the number of its pages. A link without target, an anchor
 * without heading or a page outside the navigation fails it.
 */
export async function buildSite({ root, out, version }: SiteOptions): Promise<number> {
  if (version !== undefined && !valid(version))
    throw new Error(`${version} is not a version such as 0.2.0.`)
  const content = await renderSite(root, await listSources(root))
  if (content.problems.length > 0) throw new Error(`\n${content.problems.join('\n')}`)
  const release = await readRelease(root, version)
  const target = version === undefined ? out : join(out, versionFolder(version))
  await mkdir(dirname(target), { recursive: true })
  const draft = join(dirname(target), `${basename(target)}${draftMark}${process.pid}`)
  try {
    const pages = [...content.sections.flatMap((one) => one.pages), ...content.others]
    const assets = await writeAssets(draft, pages)
    const top = version === undefined ? '' : '../'
    await writePages(draft, content, { assets, release, top, sections: content.sections })
    for (const file of content.pictures)
      await cp(join(root, file), join(draft, addressOfFile(file)))
    // For the palette of the console.
    const listed = pages.map(({ address, title, section }) => ({
      address,
      title,
      section: section?.title ?? '',
    }))
    await writeFile(join(draft, 'pages.json'), `${JSON.stringify(listed)}\n`)
    // A platform that serves the site has addresses at this path; elsewhere nothing can be tried.
    await writeFile(join(draft, 'platform.json'), '{}\n')
    await compressFiles(draft, { quality })
    await writeRecord(root, draft)
    if (version === undefined) {
      await keepVersions(out, draft)
      await writeVersions(draft, { current: release.version, style: assets.style })
    }
    await putInPlace(draft, target)
    if (version !== undefined)
      await writeVersions(out, { style: `${versionFolder(version)}/${assets.style}` })
    return pages.length
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Writes all pages: those of the navigation lead to the one before and after them. */
async function writePages(
  folder: string,
  { sections, others }: SiteContent,
  frame: SiteFrame,
): Promise<void> {
  const ordered = sections.flatMap(({ pages }) => pages)
  const near = [
    ...ordered.map((page, at) => ({ page, previous: ordered[at - 1], next: ordered[at + 1] })),
    ...others.map((page) => ({ page, previous: undefined, next: undefined })),
  ]
  for (const { page, ...neighbours } of near) {
    const path = join(folder, page.address)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, renderPage(page, frame, neighbours))
  }
}
