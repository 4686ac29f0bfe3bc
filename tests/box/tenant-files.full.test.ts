import assert from 'node:assert/strict'
import { lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { oddProjects } from '#tests/support/projects/odd-projects.ts'
import {
  fetchToolsAhead,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'

/** A tenant that plants symbolic links, FIFOs and far too many files, to make root act elsewhere on the machine. */
let registry: OddRegistry
let berth: TestBerth
let victim: string

before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_NPM_REGISTRY: registry.address('good'),
    BERTH_BUILD_FILE_LIMIT: '20000',
    BERTH_INSTANCE_FILE_LIMIT: '5000',
  })
  victim = join(berth.folder, 'victim')
  await mkdir(join(victim, 'sub'), { recursive: true })
  // Readable by others, as an operator's folder may be, so that a tenant's own user can reach it through a link.
  await chmod(victim, 0o755)
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await registry?.[Symbol.asyncDispose]()
})

/** Asserts that nothing has changed in the folder outside the tenant's tree. */
function assertVictimUntouched(): void {
  const found = readdirSync(victim, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { uid, mode } = lstatSync(join(victim, name))
    return `${name} ${uid} ${(mode & 0o777).toString(8)}`
  })
  assert.deepEqual(found, ['sub 0 755'])
  assert.equal(lstatSync(victim).uid, 0)
}

/** Files of an application with these packages, one of which runs `plant` in its install script. */
async function filesWith(names: string[], plant: string): Promise<Record<string, string>> {
  const files = oddProjects.npm?.({ packages: await registry.packages(names.toSorted()) }) ?? {}
  const lock = JSON.parse(files['package-lock.json'] ?? '')
  const scripted = lock.packages['node_modules/odd-script']
  if (scripted) scripted.hasInstallScript = true
  const manifest = { ...JSON.parse(files['package.json'] ?? ''), plant }
  return {
    ...files,
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
  }
}

async function deploys(application: PushedApplication, files: Record<string, string>) {
  const { state, uuid } = await application.deploy(files)
  const log = (await application.log(uuid)).join('\n')
  assert.equal(state, 'OK', log)
  return log
}

/** Plants links to the victim wherever an archive could be placed below the cache next time. */
const plantLinks = (target: string) => `
const fs = require('node:fs')
const sha = process.env.npm_config_cache + '/_cacache/content-v2/sha512'
fs.mkdirSync(sha, { recursive: true })
for (let byte = 0; byte < 256; byte++) {
  const place = sha + '/' + byte.toString(16).padStart(2, '0')
  if (!fs.existsSync(place)) fs.symlinkSync(${JSON.stringify(target)}, place)
}
console.log('planted ' + fs.readdirSync(sha).length)`

test('tenant files: root follows no links that an install script leaves in npm’s cache', async () => {
  const evil = await PushedApplication.create(berth, 'evil')
  const helper = await PushedApplication.create(berth, 'helper')
  await deploys(evil, await filesWith(['odd-script'], plantLinks(victim)))
  // Its archive is what root would write into the chosen folder.
  await deploys(helper, await filesWith(['odd-one', 'odd-two', 'odd-three'], ''))
  const all = await filesWith(['odd-script', 'odd-one', 'odd-two', 'odd-three'], '')
  const { state } = await evil.deploy(all)
  assertVictimUntouched()
  assert.equal(state, 'OK')
  const { body } = await evil.visit()
  assert.match(body, /odd-one 1\.0\.0/)
})

test('npm cache: index, metadata and temporary files are not kept for later installations', async () => {
  const application = await PushedApplication.create(berth, 'index')
  const look = `
    const fs = require('node:fs')
    const cache = process.env.npm_config_cache + '/_cacache'
    const found = ['index-v5', 'tmp', 'seen'].filter((name) => fs.existsSync(cache + '/' + name + '/left'))
    for (const name of ['index-v5', 'tmp', 'seen']) fs.mkdirSync(cache + '/' + name + '/left', { recursive: true })
    fs.writeFileSync('found.txt', found.join())`
  await deploys(application, await filesWith(['odd-script'], look))
  await deploys(application, await filesWith(['odd-script', 'odd-one'], look))
  const server = `require('node:http').createServer((_, response) => response.end('found: ' +
    require('node:fs').readFileSync(require.resolve('odd-script/found.txt')))).listen(8080, '0.0.0.0')`
  await deploys(application, { 'server.js': server })
  assert.equal((await application.visit()).body, 'found: ')
})

test('tenant files: a repository full of links to a folder of the machine changes nothing there', async () => {
  const application = await PushedApplication.create(berth, 'links')
  const { folder } = application.project
  for (const name of ['sub', 'dist', 'node_modules', '.cache', '-rf', '--help']) {
    await symlink(victim, join(folder, name))
  }
  await application.ok(
    'env',
    'set',
    'CC_PRE_BUILD_HOOK',
    'mkfifo fifo; ln -s / root; ln -s self self',
  )
  const { uuid } = await application.deploy(webServer('linked'))
  assert.equal((await application.visit()).body, 'linked', (await application.log(uuid)).join('\n'))
  assertVictimUntouched()
})

test('inode limit: a build with far too many files fails with a message, and others are deployed', async () => {
  const flood = await PushedApplication.create(berth, 'flood')
  const many = `const fs = require('node:fs')
    for (let folder = 0; ; folder++) {
      fs.mkdirSync('many/' + folder, { recursive: true })
      for (let file = 0; file < 1000; file++) fs.writeFileSync('many/' + folder + '/' + file, '')
    }`
  await flood.ok('env', 'set', 'CC_PRE_BUILD_HOOK', 'node flood.js')
  const { state, uuid } = await flood.deploy({ ...webServer('never'), 'flood.js': many })
  const log = (await flood.log(uuid)).join('\n')
  assert.equal(state, 'FAIL', log)
  assert.match(log, /made more than the 20000 files, folders and links it may/)
  const other = await PushedApplication.create(berth, 'other')
  await deploys(other, webServer('here'))
  assert.equal((await other.visit()).body, 'here')
})

test('inode limit: an instance with far too many files is killed and restarted, and others are served', async () => {
  const flood = await PushedApplication.create(berth, 'running-flood')
  const many = `
    const fs = require('node:fs')
    require('node:http').createServer((request, response) => {
      if (request.url === '/flood') {
        for (let file = 0; file < 8000; file++) fs.writeFileSync('/tmp/' + file, '')
      }
      response.end('files: ' + fs.readdirSync('/tmp').filter((name) => /^\\d+$/.test(name)).length)
    }).listen(8080, '0.0.0.0')`
  await deploys(flood, { ...webServer(''), 'server.js': many })
  assert.equal((await flood.visit('/flood')).body, 'files: 8000')
  await flood.logged(/made more than the 5000 files it may/)
  const answer = await until(
    async () => {
      const { body } = await flood.visit()
      return body.startsWith('files: ') && body !== 'files: 8000' ? body : undefined
    },
    { timeout: 300_000, every: 100, what: 'the instance to start anew' },
  )
  assert.equal(answer, 'files: 0')
  const other = await PushedApplication.create(berth, 'beside-flood')
  await deploys(other, webServer('unharmed'))
  assert.equal((await other.visit()).body, 'unharmed')
})
