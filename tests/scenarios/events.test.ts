import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { stockCommand } from '#tests/support/stock-client/stock-client.ts'

/** Events of real deployments as they reach both tools and a webhook. */
let berth: TestBerth
let project: Project
const heard: { event: string; data: { state?: string } }[] = []
const receiver = createServer(async (request, response) => {
  heard.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
  response.end('ok')
})

before(async () => {
  berth = await TestBerth.lease()
  project = await Project.create(berth, 'followed', 'hello')
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
})
after(async () => {
  receiver.close()
  await project?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const quiet = '--no-update-notifier'
const ok = async (...args: string[]) => {
  const ran = await project.clever(...args, quiet)
  assert.equal(ran.code, 0, `clever ${args.join(' ')}:\n${ran.output}`)
  return ran.stdout
}
const typed = async (...words: string[]) => {
  const ran = await project.type(...words)
  assert.equal(ran.code, 0, `berth ${words.join(' ')}:\n${ran.output}`)
  return ran.stdout
}

/** A command that does not end by itself, with its output so far. */
function follow(command: string[]) {
  const [program = '', ...args] = command
  const child: ChildProcess = spawn(program, args, { cwd: project.folder, env: project.env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return {
    shows: (pattern: RegExp) =>
      until(() => pattern.test(output), { timeout: 300_000, what: `${pattern}` }).catch((error) =>
        assert.fail(`${error.message}:\n${output}`),
      ),
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

test('events: a deployment is followed by both tools and told to a webhook, from its beginning to its end', async () => {
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'followed', '--region', 'par', '--org', organisationId)
  await typed('login', '--local', '--data', berth.data)
  await typed('link', 'followed', '--org', organisationId)
  const { port } = receiver.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const meta = 'META_SERVICE_LIFECYCLE'
  await ok('webhooks', 'add', 'lifecycle', url, '--event', meta)

  await using stock = follow(stockCommand('activity', '--follow', '--verbose', quiet))
  await stock.shows(/WS for events \(ping\)/)
  const root = new URL('../../', import.meta.url).pathname
  await using own = follow([`${root}bin/berth`, 'activity', '--follow'])
  await ok('deploy')
  await stock.shows(/IN PROGRESS\s+DEPLOY/)
  await stock.shows(/OK\s+DEPLOY/)
  // Nothing was deployed when it began, so that this comes from the stream, which is open by now.
  await own.shows(/OK\s+DEPLOY/)
  await until(() => heard.some(({ event }) => event === 'DEPLOYMENT_SUCCESS'), {
    timeout: 300_000,
    what: 'the webhook',
  })
  assert.deepEqual(
    heard.map(({ event, data }) => `${event} ${data.state}`),
    ['DEPLOYMENT_ACTION_BEGIN WIP', 'DEPLOYMENT_SUCCESS OK'],
  )
  await ok('restart')
  await own.shows(/^2 .*WIP\s+DEPLOY/m)
  await own.shows(/^2 .*OK\s+DEPLOY/m)
})

test('events: both tools list webhooks and e-mail notifications, and remove what the other has added', async () => {
  const { organisationId, email } = berth.admin
  const org = ['--org', organisationId]
  const mine = JSON.parse(
    await typed('webhooks', 'add', 'mine', 'http://127.0.0.1:9/', '-F', 'json'),
  )
  assert.match(mine.secret, /^whsec_/)
  const listed = JSON.parse(await ok('webhooks', '--format', 'json'))
  const names = listed.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['lifecycle', 'mine'])
  const [lifecycle] = listed
  const deliveries = JSON.parse(await typed('webhooks', 'deliveries', lifecycle.id, '-F', 'json'))
  assert.equal(deliveries[0].state, 'delivered')
  const before = heard.length
  await typed('webhooks', 'replay', lifecycle.id, deliveries[0].id)
  await until(() => heard.length > before, { timeout: 300_000, what: 'the replay' })
  await ok('webhooks', 'remove', mine.id, ...org)
  await typed('webhooks', 'remove', lifecycle.id)
  assert.match(await typed('webhooks'), /No webhooks/)

  await ok('notify-email', 'add', 'failures', '--event', 'DEPLOYMENT_FAIL', '--notify', email)
  await typed('notify-email', 'add', 'all', '--notify', 'organisation', ...org)
  const mails = JSON.parse(await typed('notify-email', '-F', 'json'))
  assert.deepEqual(
    mails.map(({ notified }: { notified: object[] }) => notified),
    [[{ type: 'email', target: email }], [{ type: 'organisation' }]],
  )
  assert.match(await ok('notify-email'), /to: whole team/)
  await ok('notify-email', 'remove', mails[0].id, ...org)
  await typed('notify-email', 'remove', mails[1].id)
  const stranger = await project.type('notify-email', 'add', 'x', '--notify', 'x@stranger.test')
  assert.match(stranger.output, /neither a member nor a confirmed address/)
})
