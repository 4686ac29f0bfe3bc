import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { newestFirst } from '#runtimes/known-tools.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { programName } from './go-build.ts'
import { createGoRuntime } from './go-runtime.ts'
import { readPackageClause } from './main-packages.ts'

const main = 'package main\n\nfunc main() {}\n'
const smallest = { 'go.mod': 'module example.org/shop\n\ngo 1.26\n', 'main.go': main }

runtimeContract({
  create: () => createGoRuntime(packagedCatalogue),
  smallest,
  readFiles: ['go.mod', 'go.work', 'main.go', 'Makefile', 'mise.toml', 'clevercloud/cron.json'],
})

const releases = ['1.24.0', '1.24.13', '1.26.0', '1.26.11', '1.27.0', '1.27.3']
const runtime = createGoRuntime({ ...packagedCatalogue, versions: () => releases })
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const buildOf = async (files: Texts, environment: Texts = {}) => {
  const { build, start } = await recipeOf(files, environment)
  return { command: build[0]?.command.join(' '), start: start.join(' ') }
}

const choiceOf = async (lines: string, files: Texts = {}) => {
  const mod = `module example.org/shop\n\n${lines}\n`
  const { tools, environment, warnings } = await recipeOf({ ...smallest, 'go.mod': mod, ...files })
  const version = tools.find(({ name }) => name === 'go')?.version
  return { version, toolchain: environment.GOTOOLCHAIN, warnings: warnings.length }
}

test('Go: the newest release of the line that go.mod names, and not older than it says', async () => {
  for (const [lines, version] of Object.entries({
    '': '1.27.3',
    'go 1.26': '1.26.11',
    'go 1.26.3 // not before': '1.26.11',
    'go 1.26\ntoolchain go1.27.1': '1.27.3',
    'go 1.26\ntoolchain default': '1.26.11',
    'go 1.27rc1': '1.27.3',
    'require (\n\tgo 1.24\n)\ngo 1.26': '1.26.11',
    'go 1.26.12': '1.27.3',
    'go 1.18': '1.27.3',
    'go soon': '1.27.3',
  })) {
    assert.equal((await choiceOf(lines)).version, version, lines)
  }
})

test('Go: a release that this platform does not know is fetched by Go itself', async () => {
  assert.deepEqual(await choiceOf('go 1.99'), { version: '1.27.3', toolchain: 'auto', warnings: 0 })
  assert.equal((await choiceOf('go 1.27')).toolchain, 'local')
})

test('Go: go.work decides before go.mod, and mise.toml before both', async () => {
  const work = { 'go.work': 'go 1.26\n\nuse .\n' }
  assert.equal((await choiceOf('go 1.24', work)).version, '1.26.11')
  const mise = { 'mise.toml': '[tools]\ngolang = "1.24.0"\n' }
  assert.equal((await choiceOf('go 1.27', { ...work, ...mise })).version, '1.24.0')
})

test('Go: a line that gets no more fixes is a warning', async () => {
  assert.deepEqual(await choiceOf('go 1.24'), {
    version: '1.24.13',
    toolchain: 'local',
    warnings: 1,
  })
  assert.equal((await choiceOf('go 1.26')).warnings, 0)
})

test('Go: the program of the module is built and started', async () => {
  assert.deepEqual(await buildOf(smallest), {
    command: 'go-build gomod go_home/bin/shop .',
    start: './go_home/bin/shop',
  })
  const second = { 'go.mod': 'module "example.org/shop/v2"\n', 'main.go': main }
  assert.equal((await buildOf(second)).start, './go_home/bin/shop')
})

test('Go: the only program below cmd is found, and of several one has to be chosen', async () => {
  const files = { 'go.mod': smallest['go.mod'], 'shop.go': 'package shop\n' }
  const one = { ...files, 'cmd/server/main.go': main, 'cmd/server/main_test.go': 'package x\n' }
  assert.deepEqual(await buildOf(one), {
    command: 'go-build gomod go_home/bin/server ./cmd/server',
    start: './go_home/bin/server',
  })
  const two = { ...one, 'cmd/import/main.go': main }
  assert.equal(
    await failureOf(two),
    'There is more than one program: set CC_GO_PKG to one of "./cmd/import", "./cmd/server".',
  )
  assert.match(await failureOf(files), /No package main was found .* set CC_GO_PKG/)
})

test('Go: CC_GO_PKG is a folder or an import path', async () => {
  const files = { ...smallest, 'cmd/import/main.go': main }
  for (const [text, target] of Object.entries({
    './cmd/import': './cmd/import',
    'cmd/import/': './cmd/import',
    'example.org/shop/cmd/import': 'example.org/shop/cmd/import',
  })) {
    const { command } = await buildOf(files, { CC_GO_PKG: text })
    assert.equal(command, `go-build gomod go_home/bin/import ${target}`, text)
  }
  for (const text of ['./...', '-x', '../other', 'a b']) {
    assert.match(await failureOf(files, { CC_GO_PKG: text }), /^CC_GO_PKG is .*one package/, text)
  }
})

test('Go: make builds with CC_GO_BINARY and a Makefile where there is no go.mod, or when asked', async () => {
  const files = { Makefile: 'all:\n', 'main.go': main }
  const environment = { CC_GO_BINARY: 'bin/server' }
  const made = { command: 'go-build makefile Makefile', start: './bin/server' }
  assert.deepEqual(await buildOf(files, environment), made)
  const asked = { ...environment, CC_GO_BUILD_TOOL: 'makefile' }
  assert.deepEqual(await buildOf({ ...files, ...smallest }, asked), made)
  assert.match(await failureOf(files, { CC_GO_BUILD_TOOL: 'makefile' }), /set CC_GO_BINARY/)
  assert.match(await failureOf(smallest, asked), /there is no Makefile/)
  const { command } = await buildOf({ ...files, ...smallest }, environment)
  assert.equal(command, 'go-build gomod bin/server .')
})

test('Go: without go.mod it is built as before there were modules, or made a module', async () => {
  const files = { 'main.go': main }
  assert.equal((await buildOf(files)).command, 'go-build gobuild go_home/bin/app app')
  const environment = { CC_GO_BUILD_TOOL: 'goget', CC_GO_PKG: 'example.org/shop' }
  const { command } = await buildOf(files, environment)
  assert.equal(command, 'go-build goget go_home/bin/shop example.org/shop')
  assert.match(await failureOf(files, { CC_GO_BUILD_TOOL: 'gomod' }), /there is no go\.mod/)
  assert.match(await failureOf({ 'README.md': '' }), /There is nothing to build/)
})

test('Go: CC_TROUBLESHOOT shows the commands of the build and looks for races', async () => {
  const { command } = await buildOf(smallest, { CC_TROUBLESHOOT: 'true' })
  assert.equal(command, 'go-build gomod go_home/bin/shop . -x -race')
})

test('Go: CC_RUN_COMMAND starts it, with the program on the PATH', async () => {
  const recipe = await recipeOf(smallest, { CC_RUN_COMMAND: 'shop serve' })
  assert.deepEqual(recipe.start, ['sh', '-c', 'shop serve'])
  assert.deepEqual(recipe.programs, ['go_home/bin'])
})

test('Go: the Debian system of another language takes the place of the one with gcc', async () => {
  const recipe = await createGoRuntime(packagedCatalogue).recipe(
    filesSource({ ...smallest, 'mise.toml': '[tools]\npython = "3.13"\n' }),
    {},
  )
  assert.deepEqual(
    recipe.tools.map(({ name }) => name),
    ['go', 'go-build', 'python'],
  )
})

test('Go: the package of a file is read behind its comments', () => {
  for (const [text, name] of [
    ['// package x\npackage main', 'main'],
    ['/* package x\n*/ package shop // main', 'shop'],
    ['\ufeffpackage main', 'main'],
    ['func main()', undefined],
    ['/* package main', undefined],
  ] as const) {
    assert.equal(readPackageClause(text)?.name, name, text)
  }
  assert.equal(readPackageClause('//go:build ignore\n\npackage main')?.isIgnored, true)
})

test('Go: a program is called what Go calls it', () => {
  for (const [path, name] of [
    ['example.org/shop/v2', 'shop'],
    ['./cmd/server', 'server'],
    ['v2', 'v2'],
    ['example.org/-x', 'app'],
    ['.', 'app'],
  ] as const) {
    assert.equal(programName(path), name, path)
  }
})

test('Go: the catalogue has the newest line for both architectures', () => {
  const [newest] = newestFirst(packagedCatalogue.versions('go'))
  assert.ok(newest)
})
