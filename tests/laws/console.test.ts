import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageBreaches } from './console/page-law.ts'
import { refBreaches } from './console/ref-law.ts'
import { styleBreaches } from './console/style-law.ts'
import { sourceTree } from './source-tree.ts'

const files = sourceTree('console')

test('pages of the console are named for what they are, each once, and are at an address', () => {
  assert.deepEqual(pageBreaches(files), [])
})

test('law of pages: recognises names that say nothing, names used twice and pages without an address', () => {
  const route = "component: lazyPage(() => import('#console/pages/a.tsx'), 'LogsPage')"
  const tree = (path: string, text: string) => [
    { path: 'console/routes/log-routes.ts', text: route },
    { path: 'console/pages/a.tsx', text: 'export function LogsPage() {}' },
    { path, text },
  ]
  const breaches = (path: string, text: string) => pageBreaches(tree(path, text)).length
  assert.equal(breaches('console/pages/b.tsx', 'export function Logs() {}'), 0)
  assert.equal(breaches('console/pages/b.tsx', 'export function Page() {}'), 2)
  assert.equal(breaches('console/pages/b.tsx', 'export const load = () => {}'), 1)
  assert.equal(breaches('console/pages/b.tsx', 'export function LogsPage() {}'), 1)
  assert.equal(breaches('console/pages/b.tsx', 'export function DomainsPage() {}'), 1)
  assert.equal(breaches('console/pages/b/page.tsx', ''), 1)
})

test('no component or hook of the console writes a ref while it renders', () => {
  assert.deepEqual(refBreaches(files), [])
})

test('law of refs: recognises a write while rendering, and permits effects and events', () => {
  const breaches = (text: string) => refBreaches([{ path: 'console/pages/a.tsx', text }]).length
  const component = (body: string) => `export function A() { const r = useRef(0); ${body} }`
  assert.equal(breaches(component('r.current = 1')), 1)
  assert.equal(breaches(component('if (a) r.current++')), 1)
  assert.equal(breaches(component('useMemo(() => { r.current = 1 }, [])')), 1)
  assert.equal(breaches('const useA = () => { r.current = 1 }'), 1)
  assert.equal(breaches(component('useEffect(() => { r.current = 1 })')), 0)
  assert.equal(breaches(component('const change = () => { r.current = 1 }')), 0)
  assert.equal(breaches(component('if (r.current === 1) return null')), 0)
})

test('classes of the console are defined in one style sheet, which every component that uses them has', () => {
  assert.deepEqual(styleBreaches(files), [])
})

test('law of styles: recognises a class of two style sheets, and one that is used without its style sheet', () => {
  const sheet = { path: 'console/components/card.css', text: '.card { & .x { margin: 0 } }' }
  const breaches = (path: string, text: string) => styleBreaches([sheet, { path, text }])
  assert.deepEqual(breaches('console/pages/a.css', '@media (width < 9rem) { .a, .card {} }'), [
    '.card is defined in console/components/card.css and in console/pages/a.css',
  ])
  assert.deepEqual(breaches('console/pages/a.css', '.a .card {} .a { .card & {} }'), [])
  const used = 'export const A = () => <p className={b ? "a card" : "a"} />'
  assert.deepEqual(breaches('console/pages/a.tsx', used), [
    'console/pages/a.tsx uses .card without console/components/card.css',
  ])
  const imported = `import '#console/components/card.css'\n${used}`
  assert.deepEqual(breaches('console/pages/a.tsx', imported), [])
  assert.deepEqual(breaches('console/components/a.tsx', used), [])
})
