import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import type { Run, RunWithOutput } from '#client/resources/runs.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { decodeFrame } from '#protocol/terminal/frames.ts'
import { readServerMessage } from '#protocol/terminal/messages.ts'
import { one } from '#tests/support/applications/live-application.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

const timeout = 120_000
/** In seconds, as the API has it. */
const tenMinutes = 600

let api: TestApi
let application: Application
let ann: Person
before(async () => {
  api = await openTestApi()
  const { id } = await api.application()
  application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
  api.platform.policies.stopGrace = 300
  ann = await member('DEVELOPER')
})
after(async () => {
  await api.platform.runs.close()
  await api[Symbol.asyncDispose]()
})

const member = (role: 'DEVELOPER' | 'ACCOUNTING') =>
  somebody(api, { role, organisationId: api.account.organisationId })

const path = () =>
  `/v4/berth/organisations/${application.ownerId}/applications/${application.id}/runs`

async function ask<Body = RunWithOutput>(
  person: Person,
  method: string,
  below = '',
  body?: unknown,
) {
  const answer = await api.ask(`${api.url}${path()}${below}`, {
    method,
    headers: { authorization: person.authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** What a client gets at the terminal of a run, until the connection ends. */
function attached(person: Person, id: string): Promise<{ out: string; said: unknown[] }> {
  const url = `${api.url.replace('http', 'ws')}${path()}/${id}/terminal`
  const socket = new WebSocket(url, [], { headers: { authorization: person.authorization } })
  const got = { out: '', said: [] as unknown[] }
  socket.on('message', (data, isBinary) => {
    if (isBinary) got.out += Buffer.from(decodeFrame(data as Buffer)?.bytes ?? [])
    else got.said.push(readServerMessage(String(data)))
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
  })
}

test('runs: a detached one is begun, read from a place on, listed and stopped', async () => {
  const begun = await ask(ann, 'POST', '', {
    command: ['echo', 'a b'],
    detached: true,
    size: 'pico',
    timeout: tenMinutes,
  })
  assert.equal(begun.status, 200)
  const { id, command, size, timeout: seconds, detached, startedBy } = begun.body
  assert.deepEqual(
    [command, size, seconds, detached, startedBy],
    ["echo 'a b'", 'pico', tenMinutes, true, ann.id],
  )
  const ended = await until(
    async () => {
      const { body } = await ask(ann, 'GET', `/${id}`)
      return body.state === 'succeeded' && body
    },
    { timeout, what: 'the end of the run' },
  )
  assert.deepEqual([ended.output, ended.outputEnd, ended.isCut], ['a b\n', 4, false])
  assert.equal((await ask(ann, 'GET', `/${id}?from=2`)).body.output, 'b\n')
  assert.equal((await ask(ann, 'GET', `/${id}?from=-1`)).status, 400)
  assert.equal((await ask(ann, 'DELETE', `/${id}`)).status, 409)
  const other = (await ask(ann, 'POST', '', { command: ['wait'], detached: true })).body
  assert.equal((await ask(ann, 'DELETE', `/${other.id}`)).body.state, 'stopped')
  const { body: listed } = await ask<Run[]>(ann, 'GET')
  assert.deepEqual(
    listed.map((run) => run.id),
    [other.id, id],
  )
  const entries = await api.platform.store.audit.listOf(application.ownerId, { limit: 50 })
  const actions = entries.filter(({ action }) => action.startsWith('run.'))
  assert.deepEqual(actions.map(({ action }) => action).toSorted(), [
    ...['run.begin', 'run.begin', 'run.end', 'run.end', 'run.stop', 'run.stop'],
  ])
})

test('runs: whoever has started one attaches to it, and nobody else', async () => {
  const { id } = (await ask(ann, 'POST', '', { command: ['complain oh'] })).body
  const bob = await member('DEVELOPER')
  const refused = await attached(bob, id)
  assert.deepEqual(refused.said, [{ error: 'Only who has started a run can attach to it.' }])
  const { out, said } = await attached(ann, id)
  assert.equal(out, 'oh\n')
  assert.deepEqual(said.at(-1), { exit: { code: 0 } })
  const late = await attached(ann, id)
  assert.deepEqual(late.said, [{ error: 'The run has ended already.' }])
})

test('runs: who may not deploy sees them and neither begins nor stops any', async () => {
  const accountant = await member('ACCOUNTING')
  const { id } = (await ask(ann, 'POST', '', { command: ['wait'], detached: true })).body
  const refused = await ask(accountant, 'POST', '', { command: ['wait'] })
  assert.equal(refused.status, 403)
  assert.equal((await ask(accountant, 'DELETE', `/${id}`)).status, 403)
  await assert.rejects(attached(accountant, id).then(({ said }) => assert.deepEqual(said, [])))
  assert.equal((await ask(ann, 'DELETE', `/${id}`)).status, 200)
})
