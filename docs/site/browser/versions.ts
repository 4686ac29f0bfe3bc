import { element } from './element.ts'
import { readJson, rootUrl, topUrl, version } from './place.ts'
import type { VersionList } from './shared.ts'

const folderOf = ({ current }: VersionList, name: string) => (name === current ? './' : `v${name}/`)

/** A switch where there are several versions, and a notice on pages of another than the current one. */
export async function addVersions(tools: HTMLElement, notice: HTMLElement): Promise<void> {
  const list = await readJson<VersionList>(new URL('versions.json', topUrl))
  if (!list) return
  const { current, others } = list
  const names = [...(current ? [current] : []), ...others.filter((name) => name !== current)]
  if (current && current !== version) notice.append(noticeOf(list, current))
  if (names.length < 2) return
  const links = names.map((name) => {
    const here: Record<string, string> = name === version ? { 'aria-current': 'true' } : {}
    const link = element('a', { href: new URL(folderOf(list, name), topUrl).href, ...here }, name)
    link.addEventListener('click', (event) => void follow(event, link.href))
    return element('li', {}, link)
  })
  tools.prepend(
    element(
      'details',
      { class: 'versions' },
      element('summary', {}, `Version ${version}`),
      element('ul', {}, ...links),
    ),
  )
}

function noticeOf(list: VersionList, current: string): HTMLElement {
  const link = element('a', { href: new URL(folderOf(list, current), topUrl).href }, current)
  link.addEventListener('click', (event) => void follow(event, link.href))
  return element('p', {}, `This page is about version ${version}. The current one is `, link, '.')
}

/** Leads to the same page of another version, or to its start where it lacks that page. */
async function follow(event: MouseEvent, root: string): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const page = new URL(location.href.slice(rootUrl.href.length), root)
  page.hash = ''
  const isThere = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(30_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  location.assign(isThere ? page : root)
}
