import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  application,
  applicationId,
  type FakePlatform,
  startFakePlatform,
} from '#tests/support/fake-platform.ts'

/** A platform with an application that has three variables. */
async function withVariables(): Promise<FakePlatform> {
  const platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'web'))
  for (const [name, value] of [
    ['A', '1'],
    ['B', '2'],
    ['C', '3'],
  ] as const)
    platform.variables.set(name, value)
  await platform.type('login --local')
  await platform.type('link web')
  return platform
}

const stateOf = ({ variables }: FakePlatform) => Object.fromEntries(variables)
const full = { A: '1', B: '2', C: '3' }

test('berth env import: an input without variables is refused, and nothing is removed', async () => {
  await using platform = await withVariables()
  for (const [line, stdin] of [
    ['env import', ''],
    ['env import', '\n# only a comment\n'],
    ['env import --yes', ''],
    ['env import --json', '{}'],
    ['env import --json', '[]'],
  ] as const) {
    const { code, out, err } = await platform.type(line, { stdin })
    assert.deepEqual([code, out], [1, ''], line)
    assert.match(err, /^No variables on standard input\. Nothing was changed\. `berth env rm`/)
  }
  assert.deepEqual(stateOf(platform), full)
})

test('berth env import: shows added, changed and removed names, without values', async () => {
  await using platform = await withVariables()
  const stdin = 'A=1\nB=secret\nD=4\n'
  const { code, out } = await platform.type('env import --yes', { stdin })
  assert.equal(code, 0)
  assert.match(
    out,
    /^ {2}\+ D\n {2}~ B\n {2}- C\n1 added, 1 changed, 1 removed\nweb now has 3 variables/,
  )
  assert.doesNotMatch(out, /secret/)
  assert.deepEqual(stateOf(platform), { A: '1', B: 'secret', D: '4' })
})

test('berth env import: a removal is confirmed at the keyboard, or with --yes', async () => {
  await using platform = await withVariables()
  const unasked = await platform.type('env import', { stdin: 'A=1\n' })
  assert.deepEqual([unasked.code, unasked.err], [1, 'Not a terminal: pass --yes to confirm.\n'])
  const no = await platform.type('env import', { stdin: 'A=1\n', keyboard: 'no\n' })
  assert.match(
    no.err,
    /2 variables of web will be removed\. Type yes to continue: Nothing was done/,
  )
  assert.deepEqual(stateOf(platform), full)
  assert.equal((await platform.type('env import', { stdin: 'A=1\n', keyboard: 'yes\n' })).code, 0)
  assert.deepEqual(stateOf(platform), { A: '1' })
})

test('berth env import: an addition needs no confirmation, and an unchanged set needs no call', async () => {
  await using platform = await withVariables()
  assert.equal((await platform.type('env import', { stdin: 'A=1\nB=2\nC=3\nD=4\n' })).code, 0)
  const writes = () => platform.api.heard.filter(({ method }) => method === 'PUT').length
  const before = writes()
  assert.equal((await platform.type('env import', { stdin: 'A=1\nB=2\nC=3\nD=4\n' })).code, 0)
  assert.equal(writes(), before)
})

test('berth env undo: restores the variables before an import, a removal and a change', async () => {
  await using platform = await withVariables()
  assert.match((await platform.type('env undo')).err, /no previous variables of web/)
  const changes: [line: string, stdin?: string][] = [
    ['env import --yes', 'X=9\n'],
    ['env rm A B'],
    ['env set A=5 D=6'],
  ]
  for (const [line, stdin = ''] of changes) {
    assert.equal((await platform.type(line, { stdin })).code, 0)
    assert.notDeepEqual(stateOf(platform), full)
    const { code, out } = await platform.type('env undo --yes')
    assert.equal(code, 0)
    assert.match(out, /Restored the 3 variables of web from \d{4}-/)
    assert.deepEqual(stateOf(platform), full, line)
  }
})

test('berth env undo: a second undo reverts the first, and older states are chosen by number', async () => {
  await using platform = await withVariables()
  await platform.type('env set A=5')
  await platform.type('env set A=6')
  await platform.type('env undo')
  assert.equal(stateOf(platform).A, '5')
  await platform.type('env undo')
  assert.equal(stateOf(platform).A, '6')
  const { out } = await platform.type('env undo --list')
  assert.match(out, /^1 {2}\S+ {2}3 variables {2}before `berth env undo`\n2 .*\n3 .*\n4 /)
  await platform.type('env undo --to 4')
  assert.deepEqual(stateOf(platform), full)
  assert.match((await platform.type('env undo --to 9')).err, /only 5 previous states/)
  assert.equal((await platform.type('env undo --to x')).code, 2)
})

test('berth env undo: states are readable by their owner only, at most ten, and deleted with the profile', async () => {
  await using platform = await withVariables()
  for (let value = 0; value < 12; value++) await platform.type(`env set A=${value}`)
  const folder = join(platform.root, 'config/berth/history/local')
  const [file = '', ...others] = await readdir(folder)
  assert.deepEqual([file, others], [`env-${applicationId}.json`, []])
  assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600)
  assert.equal(JSON.parse(await readFile(join(folder, file), 'utf8')).length, 10)
  await platform.type('logout')
  await assert.rejects(stat(folder), { code: 'ENOENT' })
})

test('berth env set: continues with a warning when the history cannot be written', async () => {
  await using platform = await withVariables()
  await mkdir(join(platform.root, 'config/berth'), { recursive: true })
  await writeFile(join(platform.root, 'config/berth/history'), 'a file in the way')
  const { code, err } = await platform.type('env set A=7')
  assert.equal(code, 0)
  assert.match(err, /could not be saved for undo \(E/)
  assert.equal(stateOf(platform).A, '7')
})

test('berth env set: an API token from the environment leaves no variables on the disk', async () => {
  await using platform = await withVariables()
  Object.assign(platform.env, { BERTH_API_TOKEN: 'apiToken1', BERTH_BRIDGE: platform.api.url })
  assert.equal((await platform.type('env set A=7')).code, 0)
  await assert.rejects(stat(join(platform.root, 'config/berth/history')), { code: 'ENOENT' })
})

test('berth env set: takes several NAME=value, or one name and its value', async () => {
  await using platform = await withVariables()
  assert.match((await platform.type('env set A=b C=d=e')).out, /^Set A and C\. Run `berth restart`/)
  assert.deepEqual(stateOf(platform), { A: 'b', B: '2', C: 'd=e' })
  await platform.type('env set URL a=b')
  assert.equal(stateOf(platform).URL, 'a=b')
  await platform.type('env set EMPTY=')
  assert.equal(stateOf(platform).EMPTY, '')
  for (const line of ['env set A', 'env set A b c', 'env set A=b c', 'env set =b', 'env set'])
    assert.equal((await platform.type(line)).code, 2, line)
  const several = await platform.type('env set X=1 Y=2 --format json')
  assert.deepEqual(JSON.parse(several.out), [
    { name: 'X', value: '1' },
    { name: 'Y', value: '2' },
  ])
})

test('berth env get: prints the bare value, or suggests the nearest name', async () => {
  await using platform = await withVariables()
  platform.variables.set('DATABASE_URL', 'postgres://x')
  assert.equal((await platform.type('env get DATABASE_URL')).out, 'postgres://x\n')
  const { code, err } = await platform.type('env get DATABASE_URI')
  assert.equal(code, 1)
  assert.match(err, /web has no variable 'DATABASE_URI'\. Did you mean 'DATABASE_URL'\?/)
})

const addonId = 'addon_55555555-5555-4555-8555-555555555555'

/** API endpoints that `published-config` and `config-provider` read and replace. */
function otherSets(platform: FakePlatform) {
  const sets: Record<string, Record<string, string>> = {
    'published-config': { ...full },
    'config-provider': { ...full },
  }
  const names = (set: object) => Object.entries(set).map(([name, value]) => ({ name, value }))
  platform.api.answers.unshift(
    [/^GET .*\/exposed_env$/, () => sets['published-config']],
    [/^PUT .*\/exposed_env$/, ({ body }) => keep('published-config', body as object)],
    [/^GET .*config-provider.*\/env$/, () => names(sets['config-provider'] ?? {})],
    [
      /^PUT .*config-provider.*\/env$/,
      ({ body }) =>
        keep(
          'config-provider',
          Object.fromEntries(
            (body as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
          ),
        ),
    ],
    [
      /^GET \/v2\/summary$/,
      () => ({
        user: { id: 'user_1', name: 'Dev', applications: [], addons: [], consumers: [] },
        organisations: [
          {
            id: 'orga_1',
            name: 'acme',
            consumers: [],
            applications: platform.applications,
            addons: [
              { id: addonId, realId: 'config_1', name: 'shared', providerId: 'config-provider' },
            ],
          },
        ],
      }),
    ],
  )
  const keep = (kind: string, variables: object) => {
    sets[kind] = { ...variables } as Record<string, string>
    return []
  }
  return sets
}

for (const [kind, more] of [
  ['published-config', ''],
  ['config-provider', ' shared'],
] as const)
  test(`berth ${kind} import and undo: behave as for env`, async () => {
    await using platform = await withVariables()
    const sets = otherSets(platform)
    const empty = await platform.type(`${kind} import${more} --yes`, { stdin: '' })
    assert.match(empty.err, /^No variables on standard input/)
    const unasked = await platform.type(`${kind} import${more}`, { stdin: 'A=1\nD=2\n' })
    assert.match(unasked.err, /pass --yes to confirm/)
    assert.match(unasked.out, /^ {2}\+ D\n {2}- B\n {2}- C\n1 added, 0 changed, 2 removed\n/)
    assert.deepEqual(sets[kind], full)
    await platform.type(`${kind} import${more} --yes`, { stdin: 'A=1\nD=2\n' })
    assert.deepEqual(sets[kind], { A: '1', D: '2' })
    assert.equal((await platform.type(`${kind} undo${more} --yes`)).code, 0)
    assert.deepEqual(sets[kind], full)
    await platform.type(`${kind} set${more} A=9 E=5`)
    assert.deepEqual(sets[kind], { ...full, A: '9', E: '5' })
    await platform.type(`${kind} rm${more} E`)
    await platform.type(`${kind} undo${more}`)
    assert.equal(sets[kind]?.E, '5')
  })
