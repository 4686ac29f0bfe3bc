import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parsePriceData } from '#platform/billing/prices/price-lists.ts'
import { priceData } from '#platform/model/billing/price-list.ts'
import { describeRecipe } from '#platform/model/hosting/recipe/describe-recipe.ts'
import { allLockFiles } from '#runtimes/node/project.ts'
import { runtimeEntries } from '#runtimes/runtime-entries.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { listExamples, openExample } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { blocksOf } from '#tests/support/visitors/guide.ts'
import { root } from './source-tree.ts'

const page = await readFile(join(root, 'docs/runtimes/javascript.md'), 'utf8')

/** Broken links of a page, those in code apart. */
const deadLinks = (file: string, text: string) =>
  [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target) && !existsSync(join(root, dirname(file), target)))
    .map((target) => `${file} links ${target}, which is not there`)

test('documentation: every link has a target', async () => {
  const entries = await readdir(join(root, 'docs'), { recursive: true })
  const tops = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  const files = [...tops, ...entries.map((entry) => join('docs', entry))]
  const dead = files
    .filter((file) => file.endsWith('.md'))
    .map(async (file) => deadLinks(file, await readFile(join(root, file), 'utf8')))
  assert.deepEqual((await Promise.all(dead)).flat(), [])
  assert.equal(deadLinks('docs/x.md', '[a](y.md), [b](../README.md#z)').length, 1)
})

test('guides: whoever has to run Node or npm reads which version is needed', async () => {
  const folders = ['docs/guides', 'docs/marketplace']
  const names = folders.map(async (folder) =>
    (await readdir(join(root, folder))).map((name) => join(folder, name)),
  )
  const silent: string[] = []
  for (const file of ['README.md', ...(await Promise.all(names)).flat()]) {
    const runsNode = blocksOf(file).some(({ code }) => /(^|[|(] ?)(node|npm|npx) /m.test(code))
    const text = await readFile(join(root, file), 'utf8')
    if (runsNode && !/\bNode (≥ )?(20|24)\b/.test(text)) silent.push(file)
  }
  assert.deepEqual(silent, [])
})

/** Pages that are typed by a test of their own, in steps. */
const typedInSteps = ['docs/guides/authentication.md', 'docs/operating/cluster.md']

test('pages: every block of sh is typed by a test, or says why not', async () => {
  const scenarios = join(root, 'tests/scenarios')
  const files = (await readdir(scenarios)).filter((name) => name.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((name) => readFile(join(scenarios, name), 'utf8')))
  const isTyped = (page: string) =>
    typedInSteps.includes(page) || texts.some((text) => text.includes(`typeGuide('${page}'`))
  const pages = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/dist*/**'] })
  const silent = [...pages, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
    // Those of the reference are examples of the code, which tests of each command type.
    .filter((page) => !page.startsWith('docs/reference/') && !isTyped(page))
    .flatMap((page) =>
      blocksOf(page)
        .filter(({ kind }) => kind !== 'picture')
        .map(({ line }) => `${page}:${line}`),
    )
  assert.deepEqual(silent, [])
})

for (const entry of runtimeEntries) {
  test(`page about ${entry.title}: shows every example of the type ${entry.type}`, async () => {
    const own = await readFile(join(root, 'docs/runtimes', entry.page), 'utf8')
    const examples = (await listExamples()).filter(({ type }) => type === entry.type)
    const names = examples.map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => !own.includes(`examples/${name})`)),
      [],
    )
  })
}

test('page about JavaScript: its recipe is what the shipped catalogue gives by default', async () => {
  const { source } = await openExample('npm-install')
  const runtimes = createRuntimes({ ...packagedCatalogue, defaults: 'newest' })
  const runtime = runtimes.find(({ type }) => type === 'node') ?? assert.fail()
  const recipe = await runtime.recipe(source, { NODE_ENV: 'production' })
  const [, shown] = /```console\n\$ berth recipe \.\n([^`]*)```/.exec(page) ?? []
  assert.equal(shown, `${describeRecipe(recipe).join('\n')}\n`)
})

test('page about JavaScript: lists lock files in their order of precedence', () => {
  const list = /^1\. `yarn\.lock`\n(?:\d\. .*\n)+/m.exec(page)?.[0] ?? ''
  assert.deepEqual(
    [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    allLockFiles,
  )
})

test('page about billing: its price list is valid, and it has and explains every field', async () => {
  const own = await readFile(join(root, 'docs/operating/billing.md'), 'utf8')
  const [, json = ''] = /```json\n(\{\n[^`]*)```/.exec(own) ?? []
  const example = parsePriceData(JSON.parse(json))
  const fields = Object.keys(priceData.pipe[1].entries)
  assert.deepEqual(Object.keys(example).toSorted(), fields.toSorted())
  for (const field of fields) assert.match(own, new RegExp(`^\\| \`${field}[\`.]`, 'm'))
})

test('glossary: no word is defined twice', async () => {
  const own = await readFile(join(root, 'docs/glossary.md'), 'utf8')
  const words = Array.from(own.matchAll(/^\| ([^|]+) \|/gm), ([, word = '']) =>
    word.split(',').map((each) => each.trim().toLowerCase()),
  ).flat()
  assert.ok(words.length > 30)
  assert.deepEqual(
    words.filter((word, index) => words.indexOf(word) < index),
    [],
  )
})
