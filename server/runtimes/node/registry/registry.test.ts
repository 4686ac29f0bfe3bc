import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { fillHomeFile } from '#platform/model/hosting/recipe/home-file.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { npmrc, yarnrc } from './registry-access.ts'

const textOf = (files: { template: string }[]) => files.map(({ template }) => template).join('')

test('registry: without credentials only Yarn gets a registry setting', () => {
  assert.deepEqual(npmrc({}), [])
  assert.deepEqual(npmrc({ CC_NPM_REGISTRY: 'npm.example.org' }), [])
  assert.match(textOf(yarnrc({})), /^npmRegistryServer: "\{\{npm_config_registry\}\}"$/m)
})

test("registry: a token or a password is for the operator's registry unless another is named", () => {
  assert.deepEqual(npmrc({ NPM_TOKEN: 'secret' }), [
    { path: '.npmrc', template: '//{{npm_config_registry:host}}/:_authToken={{NPM_TOKEN}}\n' },
  ])
  assert.equal(
    textOf(npmrc({ CC_NPM_BASIC_AUTH: 'me:secret', CC_NPM_REGISTRY: 'npm.example.org' })),
    '//npm.example.org/:_auth={{CC_NPM_BASIC_AUTH:base64}}\n',
  )
  assert.equal(
    textOf(npmrc({ NPM_TOKEN: 'secret', CC_NPM_REGISTRY: 'github' }, { alwaysAuth: true })),
    '//npm.pkg.github.com/:_authToken={{NPM_TOKEN}}\n//npm.pkg.github.com/:always-auth=true\n',
  )
})

const places: [string, string][] = [
  ['npm.example.org', 'npm.example.org'],
  ['npm.example.org:4873', 'npm.example.org:4873'],
  ['//npm.example.org/', 'npm.example.org'],
  ['https://npm.example.org/a/b/', 'npm.example.org/a/b'],
  ['http://127.0.0.1:4873', '127.0.0.1:4873'],
]

for (const [CC_NPM_REGISTRY, place] of places) {
  test(`registry: ${CC_NPM_REGISTRY} is ${place}`, () => {
    assert.ok(textOf(npmrc({ NPM_TOKEN: 'x', CC_NPM_REGISTRY })).startsWith(`//${place}/:_auth`))
    assert.ok(textOf(yarnrc({ NPM_TOKEN: 'x', CC_NPM_REGISTRY })).includes(`\n  "//${place}":\n`))
  })
}

test('registry: Yarn uses plain HTTP only when the owner or the operator configures it', () => {
  const told = (CC_NPM_REGISTRY: string) => textOf(yarnrc({ NPM_TOKEN: 'x', CC_NPM_REGISTRY }))
  assert.match(told('http://10.0.0.1:4873'), /\nunsafeHttpWhitelist:\n {2}- "10\.0\.0\.1"\n/)
  assert.doesNotMatch(told('10.0.0.1:4873'), /unsafe.*10\.0\.0\.1/s)
  const filled = (npm_config_registry: string, variables = {}) =>
    yarnrc(variables).map((file) => fillHomeFile(file, { npm_config_registry }).content)[0]
  assert.match(filled('http://10.0.0.2/npm/') ?? '', /\nunsafeHttpWhitelist: \["10\.0\.0\.2"\]\n$/)
  assert.doesNotMatch(filled('https://10.0.0.2/npm/') ?? '', /unsafe/)
  const both = filled('http://10.0.0.2/', { CC_NPM_REGISTRY: 'http://10.0.0.1' })
  assert.match(both ?? '', /\nunsafeHttpWhitelist:\n {2}- "10\.0\.0\.1"\n {2}- "10\.0\.0\.2"\n$/)
  const anonymous = textOf(yarnrc({ CC_NPM_REGISTRY: 'http://10.0.0.1:4873' }))
  assert.match(anonymous, /\nunsafeHttpWhitelist:\n {2}- "10\.0\.0\.1"\n/)
})

for (const CC_NPM_REGISTRY of [
  'https://me:secret@npm.example.org',
  'npm.example.org/?a=b',
  'npm example',
  '"\n',
  'a{{NPM_TOKEN}}',
  'https://',
]) {
  test(`registry: ${JSON.stringify(CC_NPM_REGISTRY)} is rejected`, () => {
    assert.throws(
      () => npmrc({ NPM_TOKEN: 'x', CC_NPM_REGISTRY }),
      (error) => error instanceof Failure && /^CC_NPM_REGISTRY is /.test(error.message),
    )
  })
}

test('registry: one named by the application is not overridden by the environment of the build', async () => {
  const plan = async (files: Record<string, string>, environment = {}) => {
    const source = filesSource({
      'package.json': '{"main":"a","dependencies":{"b":"1"}}',
      a: '',
      ...files,
    })
    const { dependencies, home } = await createNodeRuntime(packagedCatalogue).recipe(
      source,
      environment,
    )
    return { begin: dependencies?.install.command.slice(0, 3), home }
  }
  const without = ['env', '-u', 'npm_config_registry']
  const own = { '.npmrc': 'audit=false\nregistry = https://npm.example.org/\n' }
  for (const lockFile of ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock']) {
    assert.deepEqual((await plan({ ...own, [lockFile]: '' })).begin, without, lockFile)
    assert.notDeepEqual((await plan({ [lockFile]: '' })).begin, without, lockFile)
  }
  const bun = await plan({ 'bun.lock': '' }, { CC_NPM_BASIC_AUTH: 'a:b' })
  assert.deepEqual(bun.begin, without)
  assert.match(textOf(bun.home ?? []), /^registry=\{\{npm_config_registry\}\}$/m)
})

test('registry: a token and a password exclude each other', () => {
  assert.throws(() => npmrc({ NPM_TOKEN: 'x', CC_NPM_BASIC_AUTH: 'a:b' }), {
    message: 'NPM_TOKEN and CC_NPM_BASIC_AUTH exclude each other: keep one of them.',
  })
})
