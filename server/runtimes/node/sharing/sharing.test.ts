import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { openExample } from '#tests/examples.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

const runtime = createNodeRuntime(packagedCatalogue)

interface Base {
  example: string
  lockFile: string
  /** A package without a hash, in the manager's format. */
  stray: (lock: string) => string
  strayName: string
  extra: string[]
  /** Adds what the example's lock file lacks because it names no registry. */
  complete?: (lock: string) => string
}

const bases: Base[] = [
  {
    example: 'pnpm',
    lockFile: 'pnpm-lock.yaml',
    stray: (lock) => lock.replace(/integrity: [^}]+/, 'tarball: file:b.tgz'),
    strayName: '"is-number@7.0.0" does not come from a registry',
    extra: [],
  },
  {
    example: 'bun',
    lockFile: 'bun.lock',
    stray: (lock) => lock.replace('"is-number@7.0.0", "", {}, ', '"is-number@git+ssh://x/y", {}, '),
    strayName: '"is-number" does not come from a registry',
    extra: [],
  },
  {
    example: 'yarn-node-modules',
    lockFile: 'yarn.lock',
    stray: (lock) => lock.replace(/ {2}checksum: .*\n/, ''),
    strayName: '"is-number@npm:7.0.0" does not come from a registry or has no checksum',
    extra: ['.yarnrc.yml'],
  },
  {
    example: 'yarn-classic',
    lockFile: 'yarn.lock',
    stray: (lock) => lock.replace(/ {2}integrity .*\n/, ''),
    strayName: '"is-number@7.0.0" is not pinned by a sha512 in yarn.lock',
    extra: [],
    complete: (lock) =>
      lock.replace(
        '  integrity',
        '  resolved "https://registry.example/is-number-7.0.0.tgz#98ab"\n  integrity',
      ),
  },
]

for (const { example, lockFile, stray, strayName, extra, complete } of bases) {
  const { source } = await openExample(example)
  const paths = ['package.json', lockFile, ...extra]
  const texts = await Promise.all(paths.map((path) => source.read(path)))
  const files = Object.fromEntries(paths.map((path, at) => [path, texts[at] ?? '']))
  if (complete) files[lockFile] = complete(files[lockFile] ?? '')
  const plan = async (changes: Record<string, string> = {}, environment = {}) =>
    runtime.recipe(filesSource({ ...files, ...changes }), {
      NODE_ENV: 'production',
      ...environment,
    })
  const obstacle = async (changes: Record<string, string>, environment = {}) => {
    const { dependencies, notes } = await plan(changes, environment)
    assert.equal(dependencies?.sharedBy, undefined)
    return notes.at(-1)?.replace(/^.* because |\.$/g, '')
  }

  test(`sharing of ${example}: a lock file that pins everything makes the tree shareable`, async () => {
    assert.deepEqual((await plan()).dependencies?.sharedBy, paths)
    assert.deepEqual((await plan({}, { NEXT_PUBLIC_X: '1' })).dependencies?.sharedBy, paths)
  })

  test(`sharing of ${example}: credentials make the tree private to the application`, async () => {
    assert.equal((await plan()).dependencies?.isPrivate, undefined)
    assert.equal((await plan({}, { NPM_TOKEN: 'x' })).dependencies?.isPrivate, true)
  })

  test(`sharing of ${example}: unpinned packages and inputs other than files prevent it`, async () => {
    assert.equal(await obstacle({ [lockFile]: stray(files[lockFile] ?? '') }), strayName)
    assert.equal(
      await obstacle({ 'node_modules/a/b.js': '' }),
      'node_modules is part of the repository',
    )
    assert.equal(await obstacle({ '.npmrc': `a=\${B}` }), '.npmrc names variables')
    for (const name of [
      'npm_config_x',
      'YARN_X',
      'BUN_X',
      'pnpm_config_x',
      'IS_NUMBER_SKIP_DOWNLOAD',
    ]) {
      assert.equal(
        await obstacle({}, { [name]: '1' }),
        `the variable "${name}" may change what is installed`,
      )
    }
    const scripted = (files['package.json'] ?? '').replace('"start"', '"postinstall": "x", "start"')
    assert.equal(await obstacle({ 'package.json': scripted }), 'package.json has install scripts')
  })
}

const named = (section: string, lock: string) => `---
lockfileVersion: '9.0'

importers:

  .:
    ${section}:
      pnpm:
        specifier: 12.18.0
        version: 12.18.0

---
${lock}`

test('sharing of pnpm: a separate document that names pnpm is allowed, one with more in it is not', async () => {
  const { source } = await openExample('pnpm')
  const packageJson = (await source.read('package.json')) ?? ''
  const lock = (await source.read('pnpm-lock.yaml')) ?? ''
  for (const [section, isShared] of [
    ['packageManagerDependencies', true],
    ['configDependencies', false],
  ] as const) {
    const files = { 'package.json': packageJson, 'pnpm-lock.yaml': named(section, lock) }
    const { dependencies, notes } = await runtime.recipe(filesSource(files), {})
    assert.equal(dependencies?.sharedBy !== undefined, isShared, notes.join('\n'))
  }
})

const others: [string, string, Record<string, string>, RegExp][] = [
  ['pnpm', 'pnpm-lock.yaml', { 'pnpm-workspace.yaml': 'packages:\n  - a\n' }, /has packages$/],
  ['pnpm', 'pnpm-lock.yaml', { '.pnpmfile.cjs': '' }, /there is a \.pnpmfile\.cjs$/],
  ['bun', 'bun.lock', { 'bunfig.toml': 'token = "$TOKEN"' }, /bunfig\.toml names variables$/],
  ['bun', 'bun.lock', { 'bun.lock': '{"lockfileVersion": 1,' }, /bun\.lock cannot be read$/],
  ['yarn-classic', 'yarn.lock', { '.yarnrc': 'yarn-path ".yarn/x"' }, /there is a \.yarnrc$/],
  ['yarn-classic', 'yarn.lock', {}, /does not say where "is-number@7\.0\.0" was resolved$/],
  [
    'yarn-classic',
    'yarn.lock',
    { 'yarn.lock': '' },
    /has no entry for "is-number@7\.0\.0", which package\.json depends on$/,
  ],
  [
    'yarn-node-modules',
    'yarn.lock',
    { '.yarnrc.yml': 'nodeLinker: node-modules\nyarnPath: .yarn/releases/yarn-4.1.0.cjs\n' },
    /\.yarnrc\.yml names files of the repository$/,
  ],
  [
    'yarn-node-modules',
    'yarn.lock',
    { '.yarnrc.yml': 'nodeLinker: node-modules\nchecksumBehavior: ignore\n' },
    /\.yarnrc\.yml lets packages in that have another hash$/,
  ],
  ['yarn-node-modules', 'yarn.lock', { '.yarnrc.yml': '' }, /linker is "pnp", not node-modules$/],
]

for (const [example, lockFile, changes, expected] of others) {
  test(`sharing of ${example}: ${Object.keys(changes)[0] ?? 'its own files'} of another kind prevents it`, async () => {
    const { source } = await openExample(example)
    const files = {
      'package.json': (await source.read('package.json')) ?? '',
      [lockFile]: (await source.read(lockFile)) ?? '',
      ...changes,
    }
    const { dependencies, notes } = await runtime.recipe(filesSource(files), {})
    assert.equal(dependencies?.sharedBy, undefined)
    assert.match(notes.at(-1)?.slice(0, -1) ?? '', expected)
  })
}

test('sharing of Bun: an unclosed bun.lock costs no more than a valid one', async () => {
  const hostile = `{"a":"${'\\"'.repeat(1_000_000)}`
  const files = { 'package.json': '{"main":"a.js","dependencies":{"a":"1"}}', 'a.js': '' }
  const recipe = await runtime.recipe(filesSource({ ...files, 'bun.lock': hostile }), {})
  assert.match(recipe.notes.at(-1) ?? '', /bun\.lock cannot be read\.$/)
})
