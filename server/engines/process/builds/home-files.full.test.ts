import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Capability } from '#engines/process/capabilities.ts'
import { run } from '#kit/process/subprocess.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const token = 'token-that-nobody-sees'
const key = 'KEY BEGINS\nfirst-line-of-the-key\n'
const home: Recipe['home'] = [
  { path: '.npmrc', template: '//{{npm_config_registry:host}}/:_authToken={{TOKEN}}\n' },
  { path: '.config/deep/auth', template: '{{TOKEN:base64}}' },
  { path: '.ssh/id', template: '{{KEY}}' },
]

/** Prints the files that a command finds in its home. */
const look = `import fs from 'node:fs'
import os from 'node:os'
const find = (path) => {
  try { return fs.readFileSync(process.env.HOME + '/' + path, 'utf8').length } catch { return 'none' }
}
const mode = (path) => (fs.statSync(process.env.HOME + '/' + path).mode & 0o777).toString(8)
console.log('finds ' + ['.npmrc', '.config/deep/auth', '.ssh/id'].map(find))
if (find('.ssh/id') !== 'none') console.log(['.npmrc', '.ssh', '.ssh/id'].map(mode).join())
`
const environment = { TOKEN: token, KEY: key }
const lengths = [
  `//packages.test:81/x/:_authToken=${token}\n`,
  Buffer.from(token).toString('base64'),
  key,
].map(({ length }) => length)

const order = (recipe: Partial<Recipe>, more: Partial<BuildOrder> = {}): BuildOrder =>
  sampleBuild({
    recipe: { ...sampleRecipe, home, build: [], start: ['node', 'look.mjs'], ...recipe },
    source: filesSource({
      'look.mjs': look,
      'lock.json': '1',
      'spy.mjs': spy,
      'install.mjs': install,
    }),
    environment,
    ...more,
  })

const spy = `import fs from 'node:fs'
console.log('my token is ' + fs.readFileSync(process.env.HOME + '/.npmrc', 'utf8').trim())
console.log('sees ' + process.env.TOKEN)
setTimeout(() => {}, 1500)
`
const install = `${look}
fs.mkdirSync('node_modules/one', { recursive: true })
console.log('knows ' + (process.env.TOKEN ?? 'nothing'))
console.log('left here: ' + fs.existsSync(process.env.HOME + '/.left') + fs.existsSync(os.tmpdir() + '/left'))
`
const looking = { title: 'look', command: ['node', 'look.mjs'] as [string, string] }
const registry = async () => 'http://packages.test:81/x/'

const modes: [string, Capability[]][] = [
  ['isolated', []],
  ['as another user only', ['sandbox', 'network', 'limits']],
  ['on a machine that can isolate nothing', ['users', 'sandbox', 'network', 'limits']],
]

for (const [mode, without] of modes) {
  describe(`home files, ${mode}`, () => {
    test('are visible to every build step, and gone afterwards', async () => {
      await using opened = await openTestEngine({ without, registry })
      const { engine, folder, seen } = opened
      const lines: string[] = []
      const onLine = (line: string) => void lines.push(line)
      const recipe = { build: [looking], prepare: [looking] }
      const artifact = await engine.build(order(recipe, { onLine }))
      const found = [`finds ${lengths}`, '600,700,600']
      assert.deepEqual(lines, [...found, ...found])
      await engine.start(sampleStart(artifact, 'one', {}, { recipe: order(recipe).recipe }))
      await seen.line('one', 'finds none,none,none')
      await engine.stop('one', 0)
      assert.equal(await filesWith(token, folder), '')
      assert.equal(await filesWith('first-line-of-the-key', folder), '')
    })

    test('are not visible to other users, in process lists or in log lines', async () => {
      await using opened = await openTestEngine({ without, registry })
      const lines: string[] = []
      let spied: Promise<string> | undefined
      let spiedByRoot: Promise<string> | undefined
      const onLine = (line: string) => {
        lines.push(line)
        spiedByRoot ??= inEnvironments()
        spied ??= Promise.all([filesOfOthers(opened.folder), inProcessLists()]).then(String)
      }
      const spying = { title: 'spy', command: ['node', 'spy.mjs'] as [string, string] }
      await opened.engine.build(order({ build: [spying] }, { onLine }))
      assert.deepEqual(lines, [
        'my token is //packages.test:81/x/:_authToken=[secret]',
        'sees [secret]',
      ])
      assert.match((await spiedByRoot) ?? '', /environ/)
      if (without.includes('users')) return
      assert.equal(await spied, ',')
    })

    test('are available to the installation of a dependency tree only when the tree is private', async () => {
      await using opened = await openTestEngine({ without, registry })
      const { engine, folder } = opened
      const dependencies = {
        folder: 'node_modules',
        install: { title: 'install', command: ['node', 'install.mjs'] as [string, string] },
        sharedBy: ['lock.json', 'install.mjs'],
      }
      const leave = 'touch ~/.left "$TMPDIR/left"'
      const prepare = [{ title: 'leave', command: ['sh', '-c', leave] as [string, ...string[]] }]
      const told = async (isPrivate: boolean, applicationNumber = 1) => {
        const lines: string[] = []
        const onLine = (line: string) => void lines.push(line)
        const who = { applicationNumber, applicationId: `app_${applicationNumber}` as const }
        const recipe = { prepare, dependencies: { ...dependencies, isPrivate } }
        const { id } = await engine.build(order(recipe, { onLine, ...who }))
        await engine.discard({ id, handle: {} })
        return lines
      }
      const alone = ['knows nothing', 'left here: falsefalse']
      const withFiles = [`finds ${lengths}`, '600,700,600', ...alone]
      assert.deepEqual(await told(false), ['finds none,none,none', ...alone])
      assert.deepEqual(await told(false, 2), [])
      assert.deepEqual(await told(true), withFiles)
      assert.deepEqual(await told(true), [])
      assert.deepEqual(await told(true, 2), withFiles)
      assert.equal(readdirSync(join(folder, 'trees')).length, 3)
      assert.equal(await filesWith(token, folder), '')
    })
  })
}

describe('home files', () => {
  test('that need a missing variable fail the build before its first step', async () => {
    await using opened = await openTestEngine()
    const build = opened.engine.build(order({ build: [looking] }, { environment: { KEY: key } }))
    await assert.rejects(
      build,
      (error: Error) => error instanceof Failure && /npm_config_registry/.test(error.message),
    )
    assert.deepEqual(readdirSync(join(opened.folder, 'builds')), [])
  })

  test('are removed even when the build has put a symbolic link in their place', async () => {
    await using opened = await openTestEngine({ registry })
    const script = 'rm -r ~/.ssh && ln -s "$PWD" ~/.ssh && echo mine > id'
    const step = { title: 'link', command: ['sh', '-c', script] as [string, ...string[]] }
    const { id } = await opened.engine.build(order({ build: [step] }))
    assert.ok(readdirSync(join(opened.folder, 'artifacts', id, 'app')).includes('id'))
  })
})

const stranger = [
  'setpriv',
  '--reuid',
  '65534',
  '--regid',
  '65534',
  '--clear-groups',
  '--',
] as const

const filesWith = async (secret: string, folder: string) =>
  (await run(['grep', '-rlF', '--', secret, folder])).stdout

const processFiles = ['/proc/[0-9]*/cmdline', '/proc/[0-9]*/environ']

/** Files below the engine's folder, or of processes, that another user of the machine can read. */
async function filesOfOthers(folder: string): Promise<string> {
  const script = `grep -rlsF -f - "$1" ${processFiles.join(' ')}; true`
  return (await run([...stranger, 'sh', '-c', script, 'sh', folder], { input: token })).stdout
}

/** Command line arguments of all processes. */
async function inProcessLists(): Promise<string> {
  const script = `grep -lsF -f - ${processFiles[0]}; true`
  return (await run(['sh', '-c', script], { input: token })).stdout
}

/** Environments of all processes, readable by root: proves that the test would find the secret. */
async function inEnvironments(): Promise<string> {
  const script = `grep -lsF -f - ${processFiles[1]}; true`
  return (await run(['sh', '-c', script], { input: token })).stdout
}
