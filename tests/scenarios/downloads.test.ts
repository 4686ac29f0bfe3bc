import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OddPackage, oddProjects } from '#tests/support/projects/odd-projects.ts'
import {
  fetchToolsAhead,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'

/** An operator's registry without TLS, and the packages that are not fetched from it again. */
let registry: OddRegistry
let berth: TestBerth
before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_NPM_REGISTRY: registry.address('good'),
    BERTH_DEPLOYMENTS_AT_ONCE: '8',
  })
})
after(async () => {
  await berth[Symbol.asyncDispose]()
  await registry[Symbol.asyncDispose]()
})

interface Manager {
  /** User agent of the manager. */
  agent: RegExp
  files: (packages: OddPackage[]) => Record<string, string>
  variables?: Record<string, string>
  /** Archives fetched for one more dependency of the same application. */
  forMore: string[]
  /** Archives fetched for another application with some of the same dependencies. */
  forOthers: string[]
}
const all = ['odd-one', 'odd-three', 'odd-two']

const filesFor = (manager: string) => (packages: OddPackage[]) =>
  oddProjects[manager]?.({ packages }) ?? assert.fail(manager)

/**
 * Without the lock file, because Bun fetches packages of a lock file without URLs from elsewhere, whatever the
 * operator's registry is.
 */
const bunFiles = (packages: OddPackage[]) => {
  const { 'bun.lock': _, ...files } = filesFor('Bun')(packages)
  return files
}

const managers: Record<string, Manager> = {
  npm: { agent: /^npm/, files: filesFor('npm'), forMore: ['odd-three'], forOthers: [] },
  pnpm: {
    agent: /^pnpm/,
    files: filesFor('pnpm'),
    forMore: all,
    forOthers: ['odd-one', 'odd-three'],
  },
  'Yarn 4': {
    agent: /^got/,
    files: filesFor('Yarn 4'),
    forMore: ['odd-three'],
    forOthers: ['odd-one', 'odd-three'],
  },
  Bun: {
    agent: /^Bun/,
    files: bunFiles,
    variables: { CC_NODE_BUILD_TOOL: 'bun' },
    forMore: ['odd-three'],
    forOthers: ['odd-one', 'odd-three'],
  },
}

/** Archives that a manager requests during an action, sorted by name. */
async function fetched(agent: RegExp, act: () => Promise<void>): Promise<string[]> {
  const before = (await registry.asked()).length
  await act()
  const asked = (await registry.asked()).slice(before).filter((one) => agent.test(one.agent))
  const names = asked.flatMap(({ path }) => /\/(odd-\w+)-[\d.]+\.tgz$/.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

async function deploys(
  application: PushedApplication,
  files: Record<string, string>,
): Promise<void> {
  const { state, uuid } = await application.deploy({ ...files, 'news.txt': crypto.randomUUID() })
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
  const { dependencies } = JSON.parse(files['package.json'] ?? '')
  const answer = Object.keys(dependencies).map((name) => `${name} 1.0.0`)
  assert.equal((await application.visit()).body, answer.join())
}

/** An install script affects the tree, so it is not shared and is rebuilt at each deployment. */
function withScript(files: Record<string, string>): Record<string, string> {
  const { scripts, ...manifest } = JSON.parse(files['package.json'] ?? '')
  const changed = { ...manifest, scripts: { ...scripts, postinstall: 'true' } }
  return { ...files, 'package.json': JSON.stringify(changed) }
}

const lanes = Object.entries(managers)

describe('package downloads', { concurrency: lanes.length }, () => {
  for (const [manager, { agent, files, variables: own, forMore, forOthers }] of lanes) {
    const variables = { ...startedByNode, ...own }
    const create = async (name: string) => {
      const named = `${name}-${manager.toLowerCase().replace(' ', '-')}`
      const application = await PushedApplication.create(berth, named)
      await berth.client.environment.replace(application.record, variables)
      return application
    }
    const wanting = async (...names: string[]) => files(await registry.packages(names))
    const deploying = (application: PushedApplication, wanted: Record<string, string>) =>
      fetched(agent, () => deploys(application, wanted))

    test(`${manager}: cached packages are not fetched again`, async (t) => {
      const first = await create('first')
      const second = await create('second')
      await t.test('for a shared tree', async () => {
        const few = await wanting('odd-one', 'odd-two')
        assert.deepEqual(await deploying(first, few), ['odd-one', 'odd-two'])
        assert.deepEqual(await deploying(first, await wanting(...all)), forMore)
        assert.deepEqual(await deploying(second, await wanting('odd-one', 'odd-three')), forOthers)
      })

      await t.test('for a tree of one application, unless its owner wants it', async () => {
        const few = withScript(await wanting('odd-one', 'odd-two'))
        const both = ['odd-one', 'odd-two']
        await deploys(first, few)
        assert.deepEqual(await deploying(first, few), [])
        const anew = async () => void (await first.ok('restart', '--without-cache'))
        assert.deepEqual(await fetched(agent, anew), both)
        const forgetful = { ...variables, CC_DISABLE_BUILD_CACHE_UPLOAD: 'true' }
        await berth.client.environment.replace(first.record, forgetful)
        assert.deepEqual(await deploying(first, few), both)
      })
    })
  }
})
