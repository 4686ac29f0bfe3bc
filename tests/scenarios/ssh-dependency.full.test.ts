import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ssh2 from 'ssh2'
import { createKeyPair } from '#git/host-key.ts'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { watchSecrets } from '#tests/support/faults/secret-watch.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import {
  type OutsideWorld,
  openOutsideWorld,
  outsideNetwork,
} from '#tests/support/servers/outside-world.ts'

/** A dependency in a private Git repository that requires an SSH key. */
const program = fileURLToPath(new URL('../support/servers/ssh-repository-main.ts', import.meta.url))
const newKey = () => createKeyPair(ssh2, 'test')
const [own, other] = [newKey(), newKey()]
const refusal =
  'A Git repository cannot be read: check its address, and set CC_SSH_PRIVATE_KEY to a private key that may read it.'

let berth: TestBerth
let world: OutsideWorld
let commit: string
// The first line is the same in all keys.
const watch = watchSecrets(own.private.split('\n').slice(2, 4))

before(async () => {
  berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
  const tool = await Project.create(berth, 'tool')
  await tool.write({
    'package.json': JSON.stringify({ name: 'private-tool', version: '1.0.0', main: 'tool.js' }),
    'tool.js': `module.exports = 'a tool from a private repository'\n`,
  })
  commit = await tool.commit('A private tool')
  const environment = {
    REPOSITORY: tool.folder,
    PUBLIC_KEY: own.public,
    HOST_KEY: newKey().private,
  }
  world = await openOutsideWorld({ args: [program], environment, port: 22 })
})
after(async () => {
  watch.end()
  await berth?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

const files = (tool: string) => ({
  'package.json': JSON.stringify({
    name: 'reader',
    packageManager: 'yarn@4.10.3',
    scripts: { start: 'node server.js' },
    dependencies: { 'private-tool': `git+ssh://git@${tool}/private/tool.git#${commit}` },
  }),
  '.gitignore': '/node_modules\n',
  '.yarnrc.yml': 'nodeLinker: node-modules\n',
  'server.js': `
    const { readdirSync } = require('node:fs')
    const tool = require('private-tool')
    require('node:http').createServer((request, response) => {
      response.end(JSON.stringify({ tool, home: readdirSync(process.env.HOME) }))
    }).listen(8080, '0.0.0.0')`,
})

for (const manager of ['npm', 'pnpm', 'yarn', 'yarn-berry', 'bun']) {
  test(`${manager}: fetches a dependency over SSH with the key, and not without`, async () => {
    const application = await PushedApplication.create(berth, manager)
    const deploy = async (variables: Record<string, string>) => {
      const common = { ...startedByNode, CC_NODE_BUILD_TOOL: manager, NODE_ENV: 'production' }
      const all = { ...common, ...variables }
      await berth.client.environment.replace(application.record, all)
      const { state, uuid } = await application.deploy(files(world.address.host))
      const log = await application.log(uuid)
      watch.assertFree(log.join('\n'))
      return { state, log }
    }
    for (const wrong of manager === 'npm' ? [{}, { CC_SSH_PRIVATE_KEY: other.private }] : [{}]) {
      const { state, log } = await deploy(wrong)
      assert.equal(state, 'FAIL', log.join('\n'))
      assert.ok(log.includes(refusal), log.join('\n'))
    }
    const { state, log } = await deploy({
      CC_SSH_PRIVATE_KEY: own.private,
      CC_SSH_PRIVATE_KEY_FILE: 'id_of_the_tool',
    })
    assert.equal(state, 'OK', log.join('\n'))
    const seen = JSON.parse((await application.visit()).body)
    assert.equal(seen.tool, 'a tool from a private repository')
    assert.ok(!seen.home.includes('.ssh'), seen.home)
    await watch.assertFreeFolder(join(berth.data, 'engine'))
    await application.ok('stop')
  })
}

test('SSH dependency: a key in the repository works too, and the log advises against it', async () => {
  const application = await PushedApplication.create(berth, 'committed-key')
  await berth.client.environment.replace(application.record, {
    ...startedByNode,
    CC_CACHE_DEPENDENCIES: 'false',
  })
  const { state, uuid } = await application.deploy({
    ...files(world.address.host),
    'clevercloud/ssh.json': '{"privateKeyFile": "keys/mine"}',
    'keys/mine': own.private,
  })
  const log = await application.log(uuid)
  assert.equal(state, 'OK', log.join('\n'))
  watch.assertFree(log.join('\n'))
  assert.ok(log.some((line) => /^Warning: The private key "keys\/mine" can be read/.test(line)))
  const seen = JSON.parse((await application.visit()).body)
  assert.equal(seen.tool, 'a tool from a private repository')
  assert.ok(!seen.home.includes('.ssh'), seen.home)
  await application.ok('stop')
})

test('SSH dependency: the key was in no process list', () => {
  assert.deepEqual(watch.end(), [])
  watch.assertFree(berth.output)
})
