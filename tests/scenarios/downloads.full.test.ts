import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { lendCompiled } from '#tests/support/compiled-cache.ts'
import { EngineApplication } from '#tests/support/engine/engine-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OddPackage, oddProjects } from '#tests/support/projects/odd-projects.ts'
import {
  fetchToolsAhead,
  type OddRegistry,
  openOddRegistry,
} from '#tests/support/servers/odd-registry.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

/**
 * An operator's registry without TLS, and the packages that are not fetched from it again: with npm in deployments from a push, with the
 * other package managers in builds of the same engine.
 */
let registry: OddRegistry
let berth: TestBerth
let opened: OpenedEngine
before(async () => {
  registry = await openOddRegistry()
  await fetchToolsAhead()
  berth = await TestBerth.start({
    BERTH_NPM_REGISTRY: registry.address('good'),
  })
  const official = npmRegistry({ environment: process.env })
  opened = await openTestEngine({
    registry: async () => registry.address('good'),
    toolchain: createToolchains({ folder: toolchainCache, registry: official }),
  })
  await lendCompiled(opened.folder)
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await opened?.[Symbol.asyncDispose]()
  await registry?.[Symbol.asyncDispose]()
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

/** An application, deployed from a push or built by an engine alone. */
interface Subject {
  /** Variables of the next version. */
  variables: Record<string, string>
  /** Deploys these files, and returns what an instance answers. */
  deploy(files: Record<string, string>, withoutCache?: true): Promise<string>
}

async function pushed(name: string, variables: Record<string, string>): Promise<Subject> {
  const application = await PushedApplication.create(berth, name)
  const subject: Subject = {
    variables,
    async deploy(files, withoutCache) {
      await berth.client.environment.replace(application.record, subject.variables)
      if (withoutCache) await application.ok('restart', '--without-cache')
      else {
        const { state, uuid } = await application.deploy(files)
        assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
      }
      return (await application.visit()).body
    },
  }
  return subject
}

function built(number: number, variables: Record<string, string>): Subject {
  const application = new EngineApplication(opened, number)
  const subject: Subject = {
    variables,
    async deploy(files, withoutCache) {
      const how = { withoutCache: withoutCache ?? false }
      const { state, log } = await application.build(files, subject.variables, how)
      assert.equal(state, 'OK', log.join('\n'))
      return application.answer()
    },
  }
  return subject
}

async function deploys(
  subject: Subject,
  files: Record<string, string>,
  withoutCache?: true,
): Promise<void> {
  const answer = await subject.deploy({ ...files, 'news.txt': crypto.randomUUID() }, withoutCache)
  const { dependencies } = JSON.parse(files['package.json'] ?? '')
  const expected = Object.keys(dependencies).map((name) => `${name} 1.0.0`)
  assert.equal(answer, expected.join())
}

/** An install script affects the tree, so it is not shared and is rebuilt at each deployment. */
function withScript(files: Record<string, string>): Record<string, string> {
  const { scripts, ...manifest } = JSON.parse(files['package.json'] ?? '')
  const changed = { ...manifest, scripts: { ...scripts, postinstall: 'true' } }
  return { ...files, 'package.json': JSON.stringify(changed) }
}

const packageManagers = Object.entries(managers)

describe('package downloads', { concurrency: packageManagers.length }, () => {
  for (const [index, [manager, each]] of packageManagers.entries()) {
    const { agent, files, forMore, forOthers } = each
    const variables = { ...startedByNode, ...each.variables }
    const create = async (name: string, number: number) =>
      manager === 'npm' ? pushed(name, variables) : built(number, variables)
    const wanting = async (...names: string[]) => files(await registry.packages(names))
    const deploying = (subject: Subject, wanted: Record<string, string>, withoutCache?: true) =>
      fetched(agent, () => deploys(subject, wanted, withoutCache))

    test(`${manager}: cached packages are not fetched again`, async (t) => {
      const first = await create('first', 2 * index + 1)
      const second = await create('second', 2 * index + 2)
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
        assert.deepEqual(await deploying(first, few, true), both)
        first.variables = { ...variables, CC_DISABLE_BUILD_CACHE_UPLOAD: 'true' }
        assert.deepEqual(await deploying(first, few), both)
      })
    })
  }
})
