import { element } from './element.ts'
import { addSearchBox } from './search-box.ts'
import { addVersions } from './versions.ts'

/** What scripts add to each page: search, versions, colours, and buttons that copy. */
const [search, tools, notice] = ['search', 'tools', 'notice'].map((id) =>
  document.getElementById(id),
)
if (search) addSearchBox(search)
if (tools) addThemeButton(tools)
if (tools && notice) void addVersions(tools, notice)
for (const block of document.querySelectorAll('article pre')) addCopyButton(block)
showCurrentEntry()

/** The entry of this page may be far down in a long list. */
function showCurrentEntry(): void {
  const list = document.getElementById('navigation')
  const entry = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2
}

function addThemeButton(place: HTMLElement): void {
  const { dataset } = document.documentElement
  const isDark = () =>
    dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const button = element('button', { type: 'button', class: 'quiet' })
  const describe = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours')
  }
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark'
    localStorage.setItem('berth.theme', dataset.theme)
    describe()
  })
  describe()
  place.append(button)
}

function addCopyButton(block: Element): void {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
  const frame = element('div', { class: 'code' })
  block.replaceWith(frame)
  frame.append(block, button)
  button.addEventListener('click', () => {
    const done = () => {
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    }
    void navigator.clipboard?.writeText(codeOf(block)).then(done, () => {})
  })
}

/** What a reader types: of a transcript the commands alone, without prompts and output. */
function codeOf(block: Element): string {
  const text = block.textContent ?? ''
  if (block.getAttribute('data-language') !== 'console') return text
  const commands = text.split('\n').filter((line) => line.startsWith('$ '))
  return commands.map((line) => `${line.slice(2)}\n`).join('')
}
