import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Dependencies } from '#platform/model/hosting/recipe/recipe.ts'
import { sampleRecipe } from '#tests/support/applications/sample-application.ts'
import {
  decideReuse,
  type InstallationRecord,
  type InstallInputs,
  recordOf,
} from './installation-record.ts'

const inputs = (more: Partial<InstallInputs> = {}): InstallInputs => ({
  commit: 'c'.repeat(40),
  recipe: {
    ...sampleRecipe,
    home: [{ path: '.npmrc', template: '//{{CC_NPM_REGISTRY:host}}/:_authToken={{TOKEN}}' }],
    dependencies: {
      folder: 'node_modules',
      install: { title: 'npm install', command: ['npm', 'install'] },
    },
  },
  machine: ['http://registry'],
  environment: { COLOUR: 'red', TOKEN: 'one', NODE_ENV: 'production' },
  ...more,
})

const record = (more: Partial<InstallationRecord> = {}) =>
  recordOf(inputs(), {
    deploymentNumber: 3,
    salt: 'salt',
    outcome: { made: ['node_modules'], changed: [], removed: [] },
    ...more,
  })
const sources = { files: {}, folders: {} }
const changed = (name: string, value: string) =>
  inputs({ environment: { ...inputs().environment, [name]: value } })
const sentenceOf = (decision: ReturnType<typeof decideReuse>) => decision.sentence

describe('reuse of an installation', () => {
  test('a changed variable that nothing reads does not cause a reinstall', () => {
    assert.deepEqual(decideReuse(record(), changed('COLOUR', 'blue')), {
      isReusable: true,
      sentence: 'Dependencies unchanged since deployment 3: reused.',
    })
    assert.equal(decideReuse(record(), changed('NEW', 'x')).isReusable, true)
    assert.equal(decideReuse(record(), changed('CC_DEPLOYMENT_ID', 'x')).isReusable, true)
  })

  for (const name of ['npm_config_omit', 'NODE_ENV', 'https_proxy', 'CI', 'TOKEN', 'PATH']) {
    test(`a changed ${name} causes a reinstall`, () => {
      const decision = decideReuse(record(), changed(name, 'other'))
      assert.equal(decision.isReusable, false)
      assert.equal(sentenceOf(decision), `Dependencies are installed again: ${name} changed.`)
    })
  }

  test('a removed variable of the package manager causes a reinstall', () => {
    const { NODE_ENV: _, ...environment } = inputs().environment
    assert.equal(decideReuse(record(), inputs({ environment })).isReusable, false)
  })

  test('with an install script every variable counts, and the log names the script and the variable', () => {
    const reader = 'the install script of esbuild'
    const decision = decideReuse(record({ reader }), changed('COLOUR', 'blue'))
    assert.deepEqual(decision, {
      isReusable: false,
      sentence:
        'Dependencies are installed again: COLOUR changed, and the install script of esbuild may read variables.',
    })
  })

  test('another commit causes no reinstall when no file that was read has changed', () => {
    const next = inputs({ commit: 'd'.repeat(40) })
    assert.equal(decideReuse(record({ sources }), next).isReusable, true)
    assert.deepEqual(decideReuse(record({ sources }), next, 'prisma/schema.prisma'), {
      isReusable: false,
      sentence:
        'Dependencies are installed again: "prisma/schema.prisma" changed since deployment 3.',
    })
    assert.equal(
      decideReuse(record({ sources }), next, '').sentence,
      'Dependencies are installed again: the list of files changed since deployment 3.',
    )
  })

  test('install scripts of the application run again for another commit, or all is installed again', () => {
    const { recipe } = inputs()
    const own = record({ sources, reader: 'x', ownScript: 'an install script of package.json' })
    const dependencies = { folder: 'node_modules', ...recipe.dependencies } as Dependencies
    const next = (isIncremental: boolean) => {
      const made = { ...recipe, dependencies: { ...dependencies, isIncremental } }
      return decideReuse(
        { ...own, decidedBy: recordOf(inputs({ recipe: made }), own).decidedBy },
        inputs({ recipe: made, commit: 'd'.repeat(40) }),
      )
    }
    assert.deepEqual(next(true), {
      isReusable: true,
      sentence: 'Dependencies unchanged since deployment 3: reused.',
      runsAgain: true,
    })
    assert.deepEqual(next(false), {
      isReusable: false,
      sentence:
        'Dependencies are installed again: an install script of package.json may read the commit.',
    })
  })

  test('an unobserved commit, another command, tool or registry causes a reinstall without a log line', () => {
    const { recipe } = inputs()
    const install = { title: 'npm ci', command: ['npm', 'ci'] as [string, ...string[]] }
    for (const other of [
      inputs({ commit: 'd'.repeat(40) }),
      inputs({ recipe: { ...recipe, dependencies: { folder: 'node_modules', install } } }),
      inputs({ recipe: { ...recipe, tools: [{ name: 'node', version: '22.0.0' }] } }),
      inputs({ machine: ['http://other'] }),
    ]) {
      assert.deepEqual(decideReuse(record(), other), { isReusable: false })
    }
  })

  test('a record contains no value of a variable', () => {
    assert.doesNotMatch(JSON.stringify(record()), /red|one|production/)
  })
})
