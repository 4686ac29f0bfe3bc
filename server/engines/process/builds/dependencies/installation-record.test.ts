import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { decideReuse, type InstallInputs, recordOf } from './installation-record.ts'

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

const record = (reader?: string) =>
  recordOf(inputs(), { deploymentNumber: 3, salt: 'salt', reader })
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
    const decision = decideReuse(record('the install script of esbuild'), changed('COLOUR', 'blue'))
    assert.deepEqual(decision, {
      isReusable: false,
      sentence:
        'Dependencies are installed again: COLOUR changed, and the install script of esbuild may read variables.',
    })
  })

  test('another commit, command, tool or registry causes a reinstall without a log line', () => {
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
