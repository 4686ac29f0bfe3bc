import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  fillScript,
  hostileSettings,
  poison,
} from '#tests/support/projects/poisoning/hostile-settings.ts'
import { looseProjects } from '#tests/support/projects/poisoning/loose-projects.ts'
import { resolvedYarnLock } from '#tests/support/projects/yarn-lock.ts'
import {
  fetchToolsAhead,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** A tenant tries to get its code into the dependencies of another tenant with the same lock file. */
let berth: TestBerth
let registry: OddRegistry
let otherTenant: string
before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_MAX_CONCURRENT_DEPLOYMENTS: '8',
    BERTH_EGRESS_ALLOWED: outsideNetwork,
  })
  otherTenant = (await berth.client.organisations.create({ name: 'Other', description: '' })).id
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await registry?.[Symbol.asyncDispose]()
})

interface Manager {
  example: string
  install: string
  variables?: Record<string, string>
  /** The manager verifies its own cache and refuses to install a modified package. */
  checksCache?: true
}

const managers: Record<string, Manager> = {
  npm: { example: 'npm-ci', install: 'npm ci' },
  pnpm: { example: 'pnpm', install: 'pnpm install --frozen-lockfile' },
  Bun: { example: 'bun', install: 'bun install --frozen-lockfile' },
  'Yarn 1': {
    example: 'yarn-classic',
    install: 'yarn install --frozen-lockfile',
    variables: { CC_NODE_BUILD_TOOL: 'yarn' },
  },
  'Yarn 4': {
    example: 'yarn-node-modules',
    install: 'yarn install --immutable',
    checksCache: true,
  },
}

/** Fills every cache and store with the real package through its manager, then modifies all copies. */
const plant = (install: string) => `
mkdir "$HOME/planted" && cp -a package.json .[a-z]*rc* *lock* "$HOME/planted/" 2>/dev/null
(cd "$HOME/planted" && ${install})
grep -rl 'is-number <http[s]' "$HOME" 2>/dev/null | while read -r file; do
  chmod u+w "$file"; printf %s "${poison}" > "$file"
done
echo planted`

/** Reports which of the attacks on its own package succeeded. */
const attacker = `
const fs = require('node:fs')
const path = require('node:path')
const file = require.resolve('is-number')
const folder = path.dirname(file)
const attacks = {
  write: () => fs.writeFileSync(file, ${JSON.stringify(poison)}),
  append: () => fs.appendFileSync(file, ${JSON.stringify(poison)}),
  remove: () => fs.unlinkSync(file),
  rename: () => fs.renameSync(folder, folder + '-other'),
  mode: () => fs.chmodSync(file, 0o777),
  add: () => fs.writeFileSync(path.join(folder, 'more.js'), ''),
  link: () => {
    fs.linkSync(file, process.env.HOME + '/linked.js')
    fs.writeFileSync(process.env.HOME + '/linked.js', ${JSON.stringify(poison)})
  },
}
const done = Object.keys(attacks).filter((name) => {
  try { attacks[name](); return true } catch { return false }
})
require('node:http')
  .createServer((_, response) => response.end('could: ' + done.join()))
  .listen(8080, '0.0.0.0')`

const ownLock = async (manager: string): Promise<Record<string, string>> =>
  manager === 'Yarn 1' ? { 'yarn.lock': await resolvedYarnLock() } : {}

describe('dependency poisoning: settings that change what is installed create no shared tree', {
  concurrency: 3,
}, () => {
  for (const [manager, { files, fills }] of Object.entries(hostileSettings)) {
    test(`with ${manager}`, async () => {
      const { example, variables } = managers[manager] ?? assert.fail()
      const name = `settings-${manager.toLowerCase().replace(' ', '-')}`
      const evil = await PushedApplication.create(berth, name, example)
      const hook = fills && { CC_PRE_BUILD_HOOK: 'bash fill.sh' }
      await berth.client.environment.replace(evil.record, {
        ...startedByNode,
        ...variables,
        ...hook,
      })
      const script = fills && { 'fill.sh': fillScript(fills) }
      const { uuid } = await evil.deploy({ ...(await ownLock(manager)), ...files, ...script })
      const log = (await evil.log(uuid)).join('\n')
      assert.match(log, /this application's own, because /)
      if (fills) assert.match(log, /^filled$/m)
    })
  }
})

test('dependency poisoning: no such settings have created a shared tree', () => {
  assert.deepEqual(readdirSync(join(berth.data, 'engine/trees')), [])
})

describe('dependency poisoning: stays within one application', { concurrency: 3 }, () => {
  for (const [manager, { example, install, variables, checksCache }] of Object.entries(managers)) {
    test(`with ${manager}`, async () => {
      const name = manager.toLowerCase().replace(' ', '-')
      const evil = await PushedApplication.create(berth, `evil-${name}`, example)
      const good = await PushedApplication.create(berth, `good-${name}`, example, otherTenant)
      const given = { ...startedByNode, ...variables, CC_PRE_BUILD_HOOK: 'bash plant.sh' }
      const change = 'find node_modules/ -path "*is-number/index.js" -exec sh poison.sh {} +'
      await berth.client.environment.replace(evil.record, {
        ...given,
        CC_POST_BUILD_HOOK: `${change}; echo changed`,
      })
      await berth.client.environment.replace(good.record, { ...startedByNode, ...variables })

      const own = await ownLock(manager)
      const scripts = {
        ...own,
        'plant.sh': plant(install),
        'poison.sh': `for file; do printf %s "${poison}" > "$file"; done`,
      }
      const planted = await evil.deploy(scripts)
      const words = (await evil.log(planted.uuid)).join('\n')
      assert.match(words, /^planted$/m)
      assert.equal(planted.state, checksCache ? 'FAIL' : 'OK', words)
      if (!checksCache) assert.match((await evil.visit()).body, /poisoned/)

      await berth.client.environment.replace(evil.record, { ...startedByNode, ...variables })
      const attacked = await evil.deploy({ 'server.js': attacker })
      assert.equal(attacked.state, 'OK', (await evil.log(attacked.uuid)).join('\n'))
      assert.equal((await evil.visit()).body, 'could: ')

      const { state, uuid } = await good.deploy({ ...own, 'news.txt': 'news' })
      const log = await good.log(uuid)
      assert.equal(state, 'OK', log.join('\n'))
      const reused = log.some((line) => /not needed, the same dependencies/.test(line))
      assert.ok(reused, `the tree is not shared:\n${log.join('\n')}`)
      const { body } = await good.visit()
      assert.ok(/true/.test(body) && !/poisoned/.test(body), body)
    })
  }
})

test('shared dependencies: there is one tree per fully pinned lock file', () => {
  const trees = readdirSync(join(berth.data, 'engine/trees'))
  assert.equal(trees.length, Object.keys(managers).length)
})

describe('dependency poisoning: a lock file that does not pin a package creates no shared tree', {
  concurrency: 3,
}, () => {
  for (const [index, [manager, filesFor]] of Object.entries(looseProjects).entries()) {
    test(`with ${manager}`, async () => {
      const kind = `turned${index}` as const
      const [first, second] = await registry.packages(['odd-one', 'odd-two'], kind)
      assert.ok(first && second)
      const files = filesFor(registry.address(kind), [first, second])
      const evil = await PushedApplication.create(berth, `loose-evil-${index}`)
      const good = await PushedApplication.create(
        berth,
        `loose-good-${index}`,
        undefined,
        otherTenant,
      )

      for (const { record } of [evil, good])
        await berth.client.environment.replace(record, startedByNode)
      // While the first tenant installs, the unpinned package is replaced by another.
      await registry.turn(kind, second.name)
      await evil.deploy(files)
      await registry.turn(kind, second.name)

      const { state, uuid } = await good.deploy(files)
      const log = (await good.log(uuid)).join('\n')
      assert.match(log, /this application's own, because /)
      assert.doesNotMatch(log, /not needed, the same dependencies/)
      assert.equal(state, 'OK', log)
      assert.equal((await good.visit()).body, 'odd-one 1.0.0,odd-two 1.0.0')
    })
  }
})

test('shared dependencies: no lock file with an unpinned package has created a tree', () => {
  const trees = readdirSync(join(berth.data, 'engine/trees'))
  assert.equal(trees.length, Object.keys(managers).length)
})

test('shared archives: each is what its name says', () => {
  const archives = join(berth.data, 'engine/archives')
  const names = readdirSync(archives)
  assert.ok(names.length > 0)
  for (const name of names) {
    const hash = createHash('sha512').update(readFileSync(join(archives, name)))
    assert.equal(hash.digest('hex'), name)
  }
})
