import { element } from './element.ts'
import { rootUrl } from './place.ts'
import type { Hit } from './search-passages.ts'

type Find = (query: string) => Hit[]

/** The search of the header: `/` leads to it, the arrow keys to what it finds. */
export function addSearchBox(place: HTMLElement): void {
  const input = element('input', {
    type: 'search',
    id: 'search-words',
    placeholder: 'Search  /',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-keyshortcuts': '/',
  })
  const label = element(
    'label',
    { for: 'search-words', class: 'hidden' },
    'Search the documentation',
  )
  const status = element('p', { role: 'status', class: 'search-status' })
  const list = element('ul')
  const results = element('div', { class: 'results', hidden: '' }, status, list)
  place.append(label, input, results)

  let loading: Promise<Find> | undefined
  const load = () => {
    loading ??= import('./search-passages.ts').then(({ openIndex }) => openIndex())
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const close = () => results.setAttribute('hidden', '')
  const show = async () => {
    const words = input.value.trim()
    if (words === '') return close()
    const find = await load().catch(() => undefined)
    // Something else was typed meanwhile.
    if (words !== input.value.trim()) return
    const hits = find?.(words) ?? []
    status.textContent = find ? countOf(hits.length) : 'The search index could not be loaded.'
    list.replaceChildren(...hits.map(entryOf))
    results.removeAttribute('hidden')
  }
  input.addEventListener('focus', () => void load().catch(() => {}))
  input.addEventListener('input', () => void show())
  place.addEventListener('keydown', (event) => moveIn(event, { input, list, close }))
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return
    event.preventDefault()
    input.focus()
    input.select()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !place.contains(target)) close()
  })
}

const countOf = (count: number) =>
  count === 0 ? 'Nothing was found.' : `${count} ${count === 1 ? 'passage' : 'passages'}`

const isTyping = ({ target }: Event) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

function entryOf({ address, title, heading, excerpt }: Hit): HTMLElement {
  const where = heading ? `${title} › ${heading}` : title
  const link = element(
    'a',
    { href: new URL(address, rootUrl).href },
    element('strong', {}, where),
    element('span', {}, excerpt),
  )
  return element('li', {}, link)
}

interface SearchParts {
  input: HTMLInputElement
  list: HTMLElement
  close(): void
}

function moveIn(event: KeyboardEvent, { input, list, close }: SearchParts): void {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Escape') {
    input.focus()
    close()
  } else if (event.key === 'ArrowDown') {
    event.preventDefault()
    links[Math.min(at + 1, links.length - 1)]?.focus()
  } else if (event.key === 'ArrowUp') {
    event.preventDefault()
    if (at > 0) links[at - 1]?.focus()
    else input.focus()
  } else if (event.key === 'Enter' && document.activeElement === input) {
    links[0]?.click()
  }
}
