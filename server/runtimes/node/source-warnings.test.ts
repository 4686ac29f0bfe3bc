import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { createNodeRuntime } from './node-runtime.ts'

const runtime = createNodeRuntime({ versions: ['22.20.0'] })
const hello = { 'package.json': { scripts: { start: 'node server.js' } } }
const tidy = { NODE_ENV: 'production' }
const ignoring = { '.gitignore': 'dist\n/node_modules\n' }

const warnings = async (files: Record<string, string | object>, environment = {}) =>
  (await runtime.recipe(filesSource({ ...hello, ...files }), environment)).warnings

test('a tidy application has no warnings', async () => {
  assert.deepEqual(await warnings(ignoring, tidy), [])
})

test('every usual way to ignore node_modules counts', async () => {
  for (const line of [
    'node_modules',
    'node_modules/',
    '/node_modules/',
    '**/node_modules',
    'node_modules\r',
  ]) {
    assert.deepEqual(await warnings({ '.gitignore': `a\n${line}\n` }, tidy), [], line)
  }
  for (const line of ['#node_modules', '!node_modules', 'web/node_modules']) {
    assert.deepEqual(
      await warnings({ '.gitignore': line }, tidy),
      ['/node_modules is not listed in .gitignore.'],
      line,
    )
  }
})

test('an unset NODE_ENV, a committed node_modules and a foreign lock file are named', async () => {
  const files = { 'node_modules/a/index.js': '', 'yarn.lock': '' }
  assert.deepEqual(await warnings({ ...ignoring, ...files }), [
    'NODE_ENV is not set: set it to production to run in production mode.',
    'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
    'yarn.lock is not used, because dependencies are installed with npm.',
  ])
})

test('a variable that this version does not act on is named, without its value', async () => {
  const environment = { ...tidy, NPM_TOKEN: 'secret', CC_POST_BUILD_HOOK: 'make' }
  assert.deepEqual(await warnings(ignoring, environment), [
    'This version does not act on CC_POST_BUILD_HOOK, NPM_TOKEN.',
  ])
})
