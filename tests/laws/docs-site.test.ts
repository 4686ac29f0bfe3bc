import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleBody } from '#docs/site/api/operation-view.ts'
import { listOperations } from '#docs/site/api/operations.ts'
import { findPassages } from '#docs/site/browser/search-options.ts'
import { listSources } from '#docs/site/checkout.ts'
import { deadLinks, LinkTargets } from '#docs/site/link-targets.ts'
import { renderMarkdown } from '#docs/site/markdown.ts'
import { sectionProblems } from '#docs/site/page-files.ts'
import { indexPassages } from '#docs/site/pages/search-passages.ts'
import { renderSite } from '#docs/site/site-pages.ts'
import { encodingOf, read } from '#kit/schema.ts'
import { everyEndpoint, keyOf } from './matrix/entries.ts'
import { root } from './source-tree.ts'

const site = listSources(root).then((tracked) => renderSite(root, tracked))

test('documentation site: every page is in a section, and every link and anchor leads somewhere', async () => {
  const { problems, sections } = await site
  assert.deepEqual(problems, [])
  for (const { section, pages } of sections) assert.ok(pages.length > 0, section.title)
})

/** What people look for, and where it is told. */
const lookedFor: Readonly<Record<string, string>> = {
  'custom domain': 'guides/domains.html',
  'environment variable': 'guides/first-deployment.html',
  '502': 'guides/troubleshooting.html',
  rollback: 'guides/rollback.html',
  heroku: 'guides/migrating.html',
  token: 'guides/authentication.html',
  'wildcard certificate': 'guides/certificates.html',
  'postgres backup restore': 'marketplace/customers.html',
  'increase memory': 'guides/scaling.html',
  'ssh key': 'guides/first-deployment.html',
  install: 'operating/installing.html',
  upgrade: 'operating/upgrading.html',
  logs: 'guides/monitoring.html',
  'npm private registry': 'runtimes/javascript.html',
}

test('documentation site: what people look for is found first, with and without a hyphen', async () => {
  const { sections } = await site
  const index = indexPassages(sections.flatMap(({ pages }) => pages))
  const find = (query: string) =>
    findPassages(index, query).map(({ address }) => String(address).replace(/#.*/, ''))
  const first = Object.keys(lookedFor).map((query) => [query, find(query)[0]])
  assert.deepEqual(Object.fromEntries(first), lookedFor)
  assert.ok(find('back-up').slice(0, 3).includes('operating/backup.html'))
  assert.deepEqual(find('back-up'), find('backup'))
  assert.ok(find('rollback xylophone').includes('guides/rollback.html'), 'some of the words')
})

test('documentation site: a page in no section, one in two, and a line without a page are told', () => {
  const section = (...pages: string[]) => ({ title: 'x', summary: '', pages })
  const files = ['docs/a.md', 'docs/b.md', 'docs/c/d.md', 'docs/c/e.md']
  const sections = [
    section('docs/a.md', 'docs/c/e.md', 'docs/c/*.md'),
    section('docs/a.md', 'docs/x.md'),
  ]
  assert.deepEqual(sectionProblems(sections, files), [
    'docs/a.md is in more than one section',
    'docs/b.md is in no section of docs/site/sections.ts',
    'docs/site/sections.ts names docs/x.md, which is not there',
  ])
})

test('documentation site: links become relative, those to code lead to a page of it, dead ones are told', () => {
  const targets = new LinkTargets({
    pages: new Set(['README.md', 'docs/guides/x.md', 'docs/decisions/README.md']),
    isPicture: (file) => file.endsWith('.png'),
    isSource: (file) => file === 'examples/hello',
  })
  const cases = {
    'https://example.com/a': 'https://example.com/a',
    '#below': '#below',
    '../../README.md#start': '../readme.html#start',
    '../decisions/': '../decisions/index.html',
    '../pictures/a.png': '../pictures/a.png',
    '../../examples/hello/': '../source/examples/hello.html',
    'gone.md': 'gone.md',
  }
  for (const [target, address] of Object.entries(cases))
    assert.equal(targets.resolve('docs/guides/x.md', target), address)
  assert.deepEqual(targets.dead, ['docs/guides/x.md links gone.md, which is not there'])
  const anchors = new Map([
    ['guides/x.html', new Set<string>()],
    ['readme.html', new Set(['start'])],
  ])
  assert.deepEqual(
    deadLinks(targets.links, anchors, new Set(['pictures/a.png', 'decisions/index.html'])),
    [
      'guides/x.html links guides/x.html#below, which has no such heading',
      'guides/x.html links source/examples/hello.html, which is not there',
    ],
  )
})

test('documentation site: anchors are those of forges, text is found by heading, HTML is told', () => {
  const page = renderMarkdown(
    '# A `b`: c\n\nOne <b>.\n\n## Use (GET /a/b)\n\n<!-- not run -->\n```sh\nls <x>\n```\n\n## Use (GET /a/b)\n\n| a |\n|---|\n| 1 |\n',
    (target) => target,
  )
  assert.equal(page.title, 'A b: c')
  assert.deepEqual(
    page.headings.map(({ anchor }) => anchor),
    ['a-b-c', 'use-get-ab', 'use-get-ab-1'],
  )
  assert.deepEqual(
    page.passages.map(({ anchor, text }) => [anchor, text]),
    [
      ['', 'One .'],
      ['use-get-ab', 'ls <x>'],
      ['use-get-ab-1', 'a 1'],
    ],
  )
  assert.match(page.html.replace(/<\/?span[^>]*>/g, ''), /<code>ls &lt;x&gt;\n<\/code>/)
  assert.doesNotMatch(page.html, /not run/)
  assert.deepEqual(page.problems, ['has HTML, which is not shown: <b>'])
})

test('documentation site: every example of a body is accepted by the schema of its endpoint', () => {
  const { operations, schemas } = listOperations()
  const refused = operations.flatMap((one) => {
    const endpoint = everyEndpoint.find((each) => keyOf(each) === keyOfOperation(one))
    const body = endpoint?.body
    if (!body || encodingOf(body) !== 'json') return []
    const { problems } = read(body, exampleBody(one, schemas))
    return problems ? [`${keyOfOperation(one)}: ${JSON.stringify([...problems])}`] : []
  })
  assert.deepEqual(refused, [])
})

const keyOfOperation = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`
