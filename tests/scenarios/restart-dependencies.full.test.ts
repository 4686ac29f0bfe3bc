import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
before(async () => {
  berth = await TestBerth.lease()
})
after(() => berth?.[Symbol.asyncDispose]())

/** Without a lock file, so that the installation is not shared; and nothing is fetched. */
const files = (part: object) => ({
  'package.json': JSON.stringify({
    name: 'web',
    scripts: { start: 'node server.js' },
    dependencies: { part: 'file:./part' },
  }),
  'part/package.json': JSON.stringify({ name: 'part', version: '1.0.0', ...part }),
  'part/index.js': 'module.exports = process.env.COLOUR',
  'server.js': (webServer('')['server.js'] ?? '').replace(
    'response.end("")',
    "response.end(require('part'))",
  ),
  '.npmrc': 'install-links=true\n',
})

/** Restarts after a change of a variable; returns the log of that deployment. */
async function restarted(application: PushedApplication, name: string, value: string) {
  await application.ok('env', 'set', name, value)
  const before = (await application.deployments()).length
  await application.ok('restart')
  const newest = await until(
    async () => {
      const all = await application.deployments()
      return all.length > before && all[0]?.state !== 'WIP' && all[0]
    },
    { timeout: 300_000, every: 100, what: 'the end of the restart' },
  )
  const log = await application.log(newest.uuid)
  assert.equal(newest.state, 'OK', log.join('\n'))
  return log.join('\n')
}

test('restart: after a changed variable nothing is installed if no install script could read it', async () => {
  const application = await PushedApplication.create(berth, 'plain')
  await application.ok('env', 'set', 'COLOUR', 'red')
  const first = await application.deploy(files({}))
  const log = (await application.log(first.uuid)).join('\n')
  assert.equal(first.state, 'OK', log)
  assert.match(log, /this application's own, because there is no package-lock\.json/)
  assert.equal((await application.visit()).body, 'red')

  const second = await restarted(application, 'COLOUR', 'blue')
  assert.match(second, /^Dependencies unchanged since deployment 1: reused\.$/m)
  assert.doesNotMatch(second, /^(npm install|added \d)/m)
  assert.equal((await application.visit()).body, 'blue')

  const third = await restarted(application, 'npm_config_omit', 'dev')
  assert.match(third, /^Dependencies are installed again: npm_config_omit changed\.$/m)
})

test('restart: after a changed variable dependencies are installed again if an install script could read it', async () => {
  const application = await PushedApplication.create(berth, 'scripted')
  await application.ok('env', 'set', 'COLOUR', 'red')
  const scripts = { install: 'echo "module.exports = \'$COLOUR\'" > index.js' }
  const first = await application.deploy(files({ scripts }))
  assert.equal(first.state, 'OK', (await application.log(first.uuid)).join('\n'))
  assert.equal((await application.visit()).body, 'red')
  const second = await restarted(application, 'COLOUR', 'blue')
  assert.match(second, /^Dependencies are installed again: COLOUR changed, and /m)
  assert.equal((await application.visit()).body, 'blue')
})
