import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import type { LogCounts } from '#client/resources/applications/logs.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { NewLine } from '#platform/model/observability/line.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

/** An application with a log, and somebody who may read it. */
async function openLog() {
  const api = await openTestApi()
  const application = await api.application()
  const { id, ownerId } = application
  const reader = await addPerson(api, { name: 'Ann', at: ownerId as OrganisationId })
  const authorization = plaintextHeader(await credentialsOf(api, reader.id))
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
  const say = (message: string, minute: number, more: Partial<NewLine> = {}) =>
    api.platform.logs.append({
      applicationId: id,
      message,
      date: begin + minute * 60_000,
      origin: 'instance',
      severity: 'info',
      deploymentId: '',
      instanceId: '',
      commit: '',
      ...more,
    })
  const path = `/v4/berth/organisations/${ownerId}/applications/${id}`
  const get = (target: string) => api.ask(`${api.url}${target}`, { headers: { authorization } })
  const count = async (query: string): Promise<LogCounts> =>
    (await (await get(`${path}/logs/counts?${query}`)).json()) as LogCounts
  /** Asks for an address of an answer as a browser follows a link. */
  const open = (address: string) => {
    const { pathname, search } = new URL(address)
    return api.ask(`${api.url}${pathname}${search}`)
  }
  return Object.assign(api, { id, ownerId, reader, begin, say, path, get, count, open })
}

test('log counts: count what a search finds over the whole log by severity, in no more points than asked for', async () => {
  await using log = await openLog()
  for (let minute = 0; minute < 30; minute++) {
    log.say('Order failed', minute, { severity: 'error' })
    log.say('order done', minute)
    log.say('something else', minute, { origin: 'build' })
  }
  const counts = await log.count('filter=ORDER&points=40')
  assert.equal(counts.total, 60)
  assert.equal(counts.countedSince, counts.since)
  assert.equal(counts.since, new Date(log.begin).toISOString())
  assert.ok(counts.points.length <= 40)
  const errors = counts.points.map(({ counts: { error = 0 } }) => error)
  assert.equal(
    errors.reduce((sum, error) => sum + error),
    30,
  )
  const since = new Date(log.begin + 10 * 60_000).toISOString()
  const narrow = `since=${since}&severity=warning&service=application&service=build`
  const some = await log.count(narrow)
  assert.deepEqual([some.total, some.since], [20, since])
  const wrong = await log.get(`${log.path}/logs/counts?since=${since}&until=2001-01-01`)
  assert.equal(wrong.status, 400)
  assert.equal((await log.get(`${log.path}/logs/counts?severity=loud`)).status, 400)
})

test('log file: has everything that was found, as text and as JSON lines, for whoever has its address', async () => {
  await using log = await openLog()
  log.say('\u001b[31mred\u001b[0m one', 1)
  log.say('two', 2)
  const { files } = await log.count('filter=red+one&limit=1')
  const text = await log.open(files.text)
  assert.equal(text.status, 200)
  assert.match(
    text.headers.get('content-disposition') ?? '',
    /^attachment; filename="[\w-]+\.log"$/,
  )
  assert.match(await text.text(), /^\S+Z application info red one\n$/)
  const json = await log.open(files.json)
  const [line, ...others] = (await json.text())
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one))
  assert.deepEqual([line.applicationId, line.service, others], [log.id, 'application', []])
})

test('log file: an address is good for its own log, unchanged, and for some minutes', async () => {
  await using log = await openLog()
  log.say('secret of the owner', 1)
  const other = await log.application()
  const { files } = await log.count('')
  for (const changed of [
    files.text.replace(log.id, other.id),
    files.text.replace('/logs/', '/accesslogs/'),
    files.text.replace(/token=.{5}/, 'token=AAAAA'),
    files.text.replace(/token=.*/, ''),
  ])
    assert.equal((await log.open(changed)).status, 403, changed)
  const token = new URL(files.text).searchParams.get('token') ?? ''
  const grant = JSON.parse(log.signer.open('log-file', token) ?? '')
  const late = log.signer.sign('log-file', JSON.stringify({ ...grant, expiresAt: Date.now() - 1 }))
  const query = new URLSearchParams({ token: late, format: 'text' })
  assert.equal((await log.open(`${files.text.split('?')[0]}?${query}`)).status, 403)
})

test('log file: an address ends with the membership of whoever asked for it', async () => {
  await using log = await openLog()
  log.say('secret of the owner', 1)
  const { files } = await log.count('')
  assert.equal((await log.open(files.text)).status, 200)
  await log.platform.store.members.remove(log.ownerId as OrganisationId, log.reader.id)
  assert.equal((await log.open(files.text)).status, 403)
})

test('log stream: the platform filters by severity, by several instances, and by text whatever its case', async () => {
  await using log = await openLog()
  const one = '00000000-0000-4000-8000-00000000000a'
  const two = '00000000-0000-4000-8000-00000000000b'
  log.say('First', 1, { severity: 'error', instanceId: one })
  log.say('second', 2, { severity: 'warning', instanceId: two })
  log.say('third', 3, { severity: 'error' })
  const until = new Date().toISOString()
  const messages = async (query: string) => {
    const path = `/v4/logs/organisations/${log.ownerId}/applications/${log.id}/logs`
    const text = await (await log.get(`${path}?until=${until}&${query}`)).text()
    return [...text.matchAll(/"message":"(\w+)"/g)].map(([, message]) => message)
  }
  assert.deepEqual(await messages('severity=error'), ['First', 'third'])
  assert.deepEqual(await messages(`instanceId=${one}&instanceId=${two}`), ['First', 'second'])
  assert.deepEqual(await messages('filter=FIRST'), ['First'])
  assert.deepEqual(await messages('severity=warning&limit=2'), ['second', 'third'])
})
