import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let shop: PushedApplication

before(async () => {
  berth = await TestBerth.lease()
  shop = await PushedApplication.create(berth, 'words')
  await berth.client.environment.replace(shop.record, startedByNode)
})
after(() => berth?.[Symbol.asyncDispose]())

const version = (text: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'words' }),
  'server.js': `require('node:http')
    .createServer((_, response) => response.end(${JSON.stringify(text)}))
    .listen(8080, '0.0.0.0')`,
})
const storyOf = (number: number) => berth.client.deployments.story(shop.record, number)

test('words: a push tells its branch, its message, what came with it, and what a forced one has taken away', async () => {
  await shop.deploy(version('one'))
  const first = await storyOf(1)
  assert.deepEqual([first.branch, first.comparison], ['master', null])
  assert.ok(first.commitSummary?.author)
  await shop.project.write(version('two'))
  await shop.project.commit('Say two\n\nBecause \u001b[31mone\u001b[0m was said')
  const second = await shop.deploy(version('three'))
  const story = await storyOf(second.id)
  assert.deepEqual(
    [story.comparison?.status, story.comparison?.aheadBy, story.comparison?.behindBy],
    ['ahead', 2, 0],
  )
  assert.equal(story.comparison?.since, first.commit)
  assert.ok(story.comparison?.newest.some(({ subject }) => subject === 'Say two'))
  await shop.project.git('reset', '--quiet', '--hard', 'HEAD~2')
  await shop.project.write(version('four'))
  const commit = await shop.project.commit('Say four instead')
  await shop.project.git('push', '--force', 'berth', 'master')
  const third = await shop.ended(commit)
  assert.equal(third.state, 'OK')
  const forced = await storyOf(3)
  assert.deepEqual(
    [forced.comparison?.status, forced.comparison?.aheadBy, forced.comparison?.behindBy],
    ['diverged', 1, 2],
  )
  const entries = await berth.client.audit.listNamed(shop.record.ownerId, { limit: 50 })
  const pushed = entries.find(({ target }) => target === `${shop.record.id} ${commit}`)
  assert.deepEqual(
    [pushed?.action, pushed?.commit?.message],
    ['application.push', 'Say four instead'],
  )
  const { output } = await shop.project.type('activity')
  assert.match(output, /Git \(master\) +Say four instead \(/)
  const { deploymentId } = await berth.client.instances.redeploy(shop.record, {})
  const again = await berth.client.deployments.story(shop.record, deploymentId)
  assert.deepEqual([again.branch, again.comparison?.status], ['master', 'identical'])
  assert.equal(again.commitSummary?.message, 'Say four instead')
  await until(
    async () => (await berth.client.deployments.story(shop.record, deploymentId)).state !== 'WIP',
    { timeout: 300_000, what: 'the end of the deployment' },
  )
})

test('words: a program that does not start is told with its exception, and with what to do', async () => {
  await shop.deploy({
    'server.js': 'require("./lib/data.js").open()\n',
    'lib/data.js': 'exports.open = () => {\n  throw new Error("DATA_URL is not set")\n}\n',
  })
  const [failed] = await berth.client.deployments.summaries(shop.record, { limit: 1 })
  assert.equal(failed?.headline, 'lib/data.js:2:9: Error: DATA_URL is not set')
  const { failure } = await storyOf(failed?.id ?? 0)
  assert.match(failure?.advice[0] ?? '', /^Start the program on your machine/)
  assert.ok(failure?.advice.includes('Its last lines:'))
})

test('words: a failed build has the line of its log as the headline, and berth deploy ends with it', async () => {
  await berth.client.environment.set(shop.record, {
    name: 'CC_POST_BUILD_HOOK',
    value: 'node build/pages.js',
  })
  await shop.project.write({ 'build/pages.js': 'const pages = []\nconst first = ;\n' })
  await shop.project.commit('Build pages')
  const { code, output } = await shop.project.type('deploy', '--quiet')
  assert.equal(code, 1, output)
  const said = "build/pages.js:2: SyntaxError: Unexpected token ';'"
  assert.ok(output.includes(`failed: ${said}`), output)
  const [failed] = await berth.client.deployments.summaries(shop.record, { limit: 1 })
  assert.deepEqual([failed?.state, failed?.headline], ['FAIL', said])
  const { failure, commitSummary } = await storyOf(failed?.id ?? 0)
  assert.equal(commitSummary?.message, 'Build pages')
  assert.equal(failure?.headline?.tool, 'Node.js')
  assert.ok((failure?.advice.length ?? 0) > 0)
  const found: string[] = []
  const range = { deploymentId: failed?.uuid, until: new Date().toISOString() }
  for await (const { id, message } of berth.client.logs.follow(shop.record, range)) {
    if (id === failure?.headline?.lineId) found.push(message)
  }
  assert.deepEqual(found, ["SyntaxError: Unexpected token ';'"])
})
