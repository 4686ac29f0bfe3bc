import assert from 'node:assert/strict'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { databaseRequest } from '#client/resources/terminals.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import type { Person } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'

const timeout = 60_000

test('database sessions: a tunnel carries bytes both ways, ends with the role of its user, and is audited', async (t) => {
  const connections = new Set<Socket>()
  const echo = createServer((socket) => {
    connections.add(socket)
    socket.on('error', () => {}).once('close', () => connections.delete(socket))
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  t.after(() => echo.close())
  const place = echo.address()
  const port = typeof place === 'object' && place ? place.port : 0
  const sessions = createSessions({
    programs: { start: () => assert.fail(), endOf() {}, close: async () => {} },
    shell: () => assert.fail(),
    portOf: async () => port,
  })
  const { api, addon, person } = await openDashboard(t, await openTestApi(), { sessions })
  const { organisationId, consumerKey, consumerSecret } = api.account
  const open = (as: Person, show: () => Promise<void> | void = () => {}) => {
    const credentials = { consumerKey, consumerSecret, token: as.token, secret: as.secret }
    const client = createClient({ api: api.url, credentials })
    t.after(() => client.close())
    const got = { bytes: 0, notes: [] as string[] }
    const session = client.terminals.open(databaseRequest(addon, 'tunnel'), {
      onOutput(_, bytes) {
        got.bytes += bytes.length
        return show()
      },
      onNote: (note) => void got.notes.push(note),
    })
    return { session, got }
  }
  const { session, got } = open(person)
  const sent = 3_000_000
  await session.write(new Uint8Array(sent))
  await until(() => got.bytes === sent, { timeout, what: 'the bytes' })
  // This one goes on to send, and shows nothing of what comes back.
  const busy = open(person, () => new Promise<void>(() => {})).session
  void busy.write(new Uint8Array(sent))
  await until(() => connections.size === 2, { timeout, what: 'the connections' })
  await api.platform.store.members.put({
    organisationId,
    userId: person.id,
    role: 'ACCOUNTING',
    job: '',
  })
  const ending = /ACCOUNTING does not allow this.*: the session ends/
  assert.deepEqual(await session.ended, { code: 255 })
  assert.match(got.notes.join(), ending)
  assert.match(JSON.stringify(await busy.ended), ending)
  await until(() => connections.size === 0, { timeout, what: 'the end of the connections' })
  const again = open(person).session
  await again.ended.catch(() => {})
  const actions = await until(
    async () => {
      const entries = await api.platform.store.audit.listOf(addon.ownerId, { limit: 20 })
      const found = entries.filter(({ action }) => action.includes('tunnel'))
      return found.length === 5 && found.map(({ action, outcome }) => `${action} ${outcome}`).sort()
    },
    { timeout, what: 'the audit entries' },
  )
  again.close()
  const [opened, closed] = ['addon.open-tunnel', 'addon.close-tunnel']
  assert.deepEqual(actions, [
    ...[`${closed} done`, `${closed} done`],
    ...[`${opened} done`, `${opened} done`, `${opened} refused`],
  ])
})

test('database sessions: rubbish in the place of frames ends one, and a provider without them is named', async (t) => {
  const { api, addon, person } = await openDashboard(t, await openTestApi())
  const { consumerKey, consumerSecret } = api.account
  const { token, secret } = person
  const credentials = { consumerKey, consumerSecret, token, secret }
  const client = createClient({ api: api.url, credentials })
  t.after(() => client.close())
  const events = { onOutput() {} }
  const { ended } = client.terminals.open(databaseRequest(addon, 'shell'), events)
  const end = await ended.catch((error: Error) => ({ error: error.message }))
  assert.match(JSON.stringify(end), /does not support this/)
  // The provider answers its own port; without its password nobody gets a session there.
  const { manifest } = (await api.platform.store.providers.find(addon.providerId)) ?? assert.fail()
  const { port, pathname } = new URL(manifest.api.production.base_url)
  const answer = await new Promise<string>((resolve) => {
    const socket = connectTo(Number(port), '127.0.0.1')
    const head = `GET ${pathname}/r-1/sessions?kind=shell HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: berth-session\r\n\r\n`
    socket.end(head)
    socket.once('data', (text) => resolve(String(text)))
  })
  assert.match(answer, /^HTTP\/1.1 401 /)
})
