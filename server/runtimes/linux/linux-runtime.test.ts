import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createLinuxRuntime } from './linux-runtime.ts'
import { targetsOf } from './make-targets.ts'

const make = { Makefile: 'build:\n\tcc -o x x.c\n\nrun:\n\t./x\n' }
const tasks = { 'mise.toml': '[tasks]\nbuild = "cc -o x x.c"\n[tasks.run]\nrun = "./x"\n' }

runtimeContract({
  create: () => createLinuxRuntime(packagedCatalogue),
  smallest: make,
  readFiles: ['Makefile', 'GNUmakefile', 'mise.toml', 'clevercloud/cron.json'],
})

const runtime = createLinuxRuntime(packagedCatalogue)
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const commandsOf = async (files: Texts, environment: Texts = {}) => {
  const { build, start } = await recipeOf(files, environment)
  return [...build.map(({ command }) => command.join(' ')), start.join(' ')]
}

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

test('Linux: variables win over tasks of mise, and these over targets', async () => {
  assert.deepEqual(await commandsOf(make), [
    'make --file=Makefile build',
    'make --file=Makefile run',
  ])
  assert.deepEqual(await commandsOf({ ...make, ...tasks }), [
    'with-mise run build',
    'with-mise run run',
  ])
  const environment = { CC_BUILD_COMMAND: './build.sh', CC_RUN_COMMAND: './serve' }
  assert.deepEqual(await commandsOf({ ...make, ...tasks }, environment), [
    'sh -c ./build.sh',
    'sh -c ./serve',
  ])
})

test('Linux: each level fills only what a higher one left open', async () => {
  const onlyRun = { 'mise.toml': '[tasks.run]\nrun = "./x"\n' }
  assert.deepEqual(await commandsOf({ ...make, ...onlyRun }), [
    'make --file=Makefile build',
    'with-mise run run',
  ])
  assert.deepEqual(await commandsOf(onlyRun, { CC_BUILD_COMMAND: 'cc x.c' }), [
    'sh -c cc x.c',
    'with-mise run run',
  ])
  assert.deepEqual(await commandsOf({ 'README.md': '' }, { CC_RUN_COMMAND: './x' }), ['sh -c ./x'])
})

test('Linux: tasks may be files, and CC_DISABLE_MISE leaves all of them out', async () => {
  const files = { ...make, 'mise-tasks/build': '#!/bin/sh\n', '.mise/tasks/run.sh': '#!/bin/sh\n' }
  assert.deepEqual(await commandsOf(files), ['with-mise run build', 'with-mise run run'])
  const [build] = await commandsOf({ ...files, ...tasks }, { CC_DISABLE_MISE: 'true' })
  assert.equal(build, 'make --file=Makefile build')
})

test('Linux: the Makefile is the one that make would take, or CC_MAKEFILE', async () => {
  const files = { ...make, GNUmakefile: 'run: build\n' }
  assert.deepEqual(await commandsOf(files), ['make --file=GNUmakefile run'])
  const environment = { CC_MAKEFILE: 'ci/Makefile.production' }
  const own = { ...files, 'ci/Makefile.production': 'run:\n\t./x\n' }
  assert.deepEqual(await commandsOf(own, environment), ['make --file=ci/Makefile.production run'])
  assert.match(await failureOf(files, environment), /^There is no file "ci\/Makefile\.production"/)
})

test('Linux: without anything to start it says all three ways', async () => {
  const sentence = /CC_RUN_COMMAND.*task run into mise\.toml.*target run into a Makefile/
  assert.match(await failureOf({ Makefile: 'build:\n\tcc x.c\n' }), sentence)
})

test('Linux: tools of the platform are tools, and mise installs the others', async () => {
  const mise = '[tools]\nnode = "24"\nerlang = "27"\n'
  const recipe = await recipeOf({ ...make, 'mise.toml': mise })
  const names = recipe.tools.map(({ name }) => name)
  assert.deepEqual(names, ['gcc', 'mise', 'with-mise', 'node'])
  assert.deepEqual(recipe.build[0]?.command, ['with-mise', 'install'])
  assert.equal(recipe.start.join(' '), 'with-mise exec -- make --file=Makefile run')
  assert.deepEqual(recipe.buildCaches, ['.mise'])
  assert.equal(recipe.environment.MISE_DISABLE_TOOLS, 'node')
  const plain = await recipeOf({ ...make, 'mise.toml': '[tools]\nnode = "24"\n' })
  assert.deepEqual(
    plain.tools.map(({ name }) => name),
    ['gcc', 'node'],
  )
})

const toolsOf = async (lines: string) => {
  const { tools, environment, notes } = await recipeOf({
    ...make,
    'mise.toml': `[tools]\n${lines}\n`,
  })
  return {
    tools: tools.map(({ name, version }) => `${name} ${version}`).join(', '),
    disabled: environment.MISE_DISABLE_TOOLS,
    python: environment.SYSTEM_PYTHON,
    note: notes.find((note) => note.startsWith('mise installs') && note.includes(': ')),
  }
}

test('Linux: of the versions that the platform has, the newest that fits is taken without mise', async () => {
  for (const [lines, expected] of Object.entries({
    'python = "3.13"': 'python 3.13',
    'python = "3.11.4"': 'python 3.11',
    'python = "latest"': 'python 3.13',
    'ruby = "3"': 'ruby 3.3',
    'php = "8.2"': 'php 8.2',
    'golang = "1.26"': 'gcc 14, go 1.26.11',
    'java = "21"': 'gcc 14, java 21',
    'java = "openjdk-17.0.2"': 'gcc 14, java 17',
    'java = "latest"\nmaven = "3.9"': 'gcc 14, java 25, maven 3.9.16',
    'python = "3.13"\nnode = "24"': 'python 3.13, node 24.21.0',
  })) {
    assert.equal((await toolsOf(lines)).tools, expected, lines)
  }
})

test('Linux: mise installs a version that the platform does not have, and the notes say which it has', async () => {
  const withMise = 'gcc 14, mise 2026.9.15, with-mise 1'
  assert.deepEqual(await toolsOf('python = "3.12"'), {
    tools: withMise,
    disabled: undefined,
    python: undefined,
    note: 'mise installs Python "3.12": the versions that this platform has are 3.9, 3.11, 3.13.',
  })
  for (const lines of ['java = "temurin-21"', 'ruby = "jruby-9.4"', 'maven = "3.8"']) {
    const { tools, note } = await toolsOf(lines)
    assert.equal(tools, withMise, lines)
    assert.match(note ?? '', /this platform has are /, lines)
  }
})

test('Linux: of two tools that are Debian systems the second is installed by mise', async () => {
  const { tools, disabled, python, note } = await toolsOf('python = "3.13"\nruby = "3.3"')
  assert.equal(tools, 'mise 2026.9.15, with-mise 1, python 3.13')
  assert.deepEqual([disabled, python], [undefined, '3.13'])
  assert.match(note ?? '', /^mise installs Ruby "3\.3": .*has that of Python\.$/)
})

test('Linux: a release that does not exist anywhere fails, with the nearest', async () => {
  const sentence = await failureOf({ ...make, 'mise.toml': '[tools]\nnode = "22.99"\n' })
  assert.match(sentence, /the nearest here are 22\.\d+\.\d+ and /)
})

test('Linux: targets of a Makefile are the names before its rules', () => {
  const text = [
    'CC := gcc',
    'FLAGS = -I a:b',
    'build run: server',
    '# test: x',
    '\tcommand: no',
    'double:: x',
    '.PHONY: all',
  ].join('\n')
  assert.deepEqual([...targetsOf(text)], ['build', 'run', 'double', '.PHONY'])
})
