import { dirname, join, relative } from 'node:path/posix'
import { addressOfFile } from './page-files.ts'

/** A link of a page to something of the site. */
export interface SiteLink {
  /** Address of the page that has the link. */
  from: string
  to: string
  anchor: string
}

/** What links of Markdown may lead to. */
export interface LinkGround {
  /** Markdown files of the site. */
  pages: ReadonlySet<string>
  /** Whether a file of the checkout is a picture of the docs. */
  isPicture(file: string): boolean
  /** Whether the checkout has a file, or a folder, that is no page. */
  isSource(file: string): boolean
}

/** Collects the links of pages while it turns them into addresses. */
export class LinkTargets {
  readonly links: SiteLink[] = []
  readonly dead: string[] = []
  /** Files and folders of the checkout that are linked and get a page that shows them. */
  readonly sources = new Set<string>()
  /** Pictures that are shown. */
  readonly pictures = new Set<string>()
  readonly #ground: LinkGround

  constructor(ground: LinkGround) {
    this.#ground = ground
  }

  /** The target of a link in a Markdown file, as its page has to write it. */
  resolve(file: string, target: string): string {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return target
    const [path = '', anchor = ''] = target.split('#', 2)
    const from = addressOfFile(file)
    const linked = path === '' ? file : join(dirname(file), path).replace(/\/$/, '')
    const to = this.#addressOf(linked)
    if (to === undefined) {
      this.dead.push(`${file} links ${target}, which is not there`)
      return target
    }
    this.links.push({ from, to, anchor })
    return relativeAddress(from, to) + (anchor && `#${anchor}`)
  }

  #addressOf(file: string): string | undefined {
    const { pages, isPicture, isSource } = this.#ground
    if (pages.has(file)) return addressOfFile(file)
    if (pages.has(join(file, 'README.md'))) return addressOfFile(join(file, 'README.md'))
    if (isPicture(file)) {
      this.pictures.add(file)
      return addressOfFile(file)
    }
    if (!isSource(file)) return undefined
    this.sources.add(file)
    return sourceAddress(file)
  }
}

/** Address of the page that shows a file or folder of the checkout. */
export const sourceAddress = (file: string): string => `source/${file}.html`

/** From one page of the site to another; it works below any path. */
export const relativeAddress = (from: string, to: string): string =>
  from === to ? '' : relative(dirname(from), to)

/** Links whose page, or whose anchor there, does not exist. */
export function deadLinks(
  links: readonly SiteLink[],
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  others: ReadonlySet<string>,
): string[] {
  return links.flatMap(({ from, to, anchor }) => {
    const known = anchors.get(to)
    if (!known && !others.has(to)) return [`${from} links ${to}, which is not there`]
    return anchor && !known?.has(anchor)
      ? [`${from} links ${to}#${anchor}, which has no such heading`]
      : []
  })
}
