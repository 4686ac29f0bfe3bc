import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** What the platform does around an application, for the smallest one of each language: hooks, workers, crons, instances, releases, sessions, tasks. */
const languages: readonly [example: string, tools: Tool[]][] = [
  ['python', [{ name: 'python', version: '3.13' }]],
  ['go', [{ name: 'go', version: '1.26' }]],
  ['rust', [{ name: 'rust', version: '1.99.1' }]],
  ['linux', [{ name: 'gcc', version: '14' }]],
  ['php', [{ name: 'php', version: '8.4' }]],
]

const timeout = 240_000

let berth: TestBerth
/** A new machine downloads 900 MB. */
before(
  async () => {
    await provideTools(...languages.flatMap(([, tools]) => tools), { name: 'gcc', version: '14' })
    berth = await TestBerth.lease()
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const around = {
  CC_PRE_BUILD_HOOK: 'echo before the build > hook.txt',
  CC_POST_BUILD_HOOK: 'echo "built: $(cat hook.txt)"',
  CC_PRE_RUN_HOOK: 'echo prepared > prepared.txt',
  CC_RUN_SUCCEEDED_HOOK: 'echo "succeeded: $(cat hook.txt)"',
  CC_WORKER_COMMAND: 'echo "worker of $APP_ID"; exec sleep 1000',
  CC_WORKER_RESTART: 'always',
}

const files = {
  'job.sh': 'echo "scheduled: $(cat "$ROOT/hook.txt")"\n',
  'berth/cron.json': '["* * * * * sh $ROOT/job.sh"]',
}

for (const [name] of languages) {
  test(`${name}: hooks, workers, crons, two instances, a rollback, sessions and tasks work as for every type`, async () => {
    const example = await openExample(name)
    const [visit] = (await expectedAnswer(example))?.visits ?? []
    const { path = '/', body = '' } = visit ?? {}
    const shop = await PushedApplication.ofExample(berth, example)
    const { client } = berth
    const { record, project } = shop
    await project.type('login', '--local', '--data', berth.data)
    await project.type('link', record.id)
    await client.environment.replace(record, { ...example.environment, ...around })

    const { state } = await shop.deploy(files)
    assert.equal(state, 'OK', (await shop.log()).join('\n'))
    assert.match((await shop.visit(path)).body.trim(), new RegExp(body))
    await shop.logged(/^built: before the build$/)
    await shop.logged(/^succeeded: before the build$/)
    await shop.logged(new RegExp(`^worker of ${record.id}$`))

    await shop.ok('scale', '--instances', '2')
    await until(
      async () => {
        const instances = await client.instances.list(record)
        return instances.filter((each) => each.state === 'UP').length === 2 || undefined
      },
      { timeout, every: 100, upTo: 800, what: 'two instances' },
    )
    const visitors = keepVisiting(berth.addresses.visitors.http, shop.host, 2, path)
    const second = await shop.deploy({ 'second.txt': 'second' })
    const { failures } = await visitors.stop()
    assert.equal(second.state, 'OK', (await shop.log()).join('\n'))
    assert.deepEqual(failures, [])

    const session = await project.berth('ssh', '-c', 'cat second.txt prepared.txt; exit 6')
    assert.deepEqual([session.code, session.stdout], [6, 'secondprepared\n'], session.output)
    await shop.ok('rollback', '1')
    const ran = await project.berth('run', 'cat hook.txt; ls second.txt; exit 3')
    assert.deepEqual([ran.code, ran.stdout], [3, 'before the build\n'], ran.output)
    assert.match((await shop.visit(path)).body.trim(), new RegExp(body))
    await shop.logged(/^scheduled: before the build$/, 90_000)

    const task = { CC_TASK: 'true', CC_RUN_COMMAND: 'echo "task: $(cat hook.txt)"' }
    await client.environment.replace(record, { ...example.environment, ...around, ...task })
    assert.equal((await shop.deploy({ 'third.txt': 'third' })).state, 'OK')
    await shop.logged(/^task: before the build$/)
  })
}
