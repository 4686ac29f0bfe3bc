import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { databaseRequest } from '#client/resources/terminals.ts'
import type { TerminalEnd } from '#client/terminal/terminal-events.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createSessions } from '#providers/kit/sessions/sessions.ts'
import { openTestPostgresql } from '#tests/support/databases/postgresql.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'

const timeout = 300_000

test('tunnel to PostgreSQL: ends with the role of its user while psql gets rows, and so does its connection', async (t) => {
  const scene = await openTestPostgresql()
  t.after(() => scene.close())
  const { config, ask } = await scene.order()
  const sessions = createSessions({
    programs: { start: () => assert.fail(), endOf() {}, close: async () => {} },
    shell: () => assert.fail(),
    portOf: async () => Number(config.POSTGRESQL_ADDON_PORT),
  })
  const { api, addon, person } = await openDashboard(t, await openTestApi(), { sessions })
  const { organisationId, consumerKey, consumerSecret } = api.account
  const { token, secret } = person
  const credentials = { consumerKey, consumerSecret, token, secret }
  const client = createClient({ api: api.url, credentials })
  t.after(() => client.close())
  let ended: Promise<TerminalEnd> | undefined
  let shown = 0
  const forward = (socket: Socket) => {
    const session = client.terminals.open(databaseRequest(addon, 'tunnel'), {
      onOutput(_, bytes) {
        shown += bytes.length
        return new Promise((resolve) => socket.write(bytes, () => resolve()))
      },
    })
    ended = session.ended
    socket.on('error', () => {}).on('data', (bytes) => void session.write(new Uint8Array(bytes)))
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const place = server.address()
  const uri = new URL(config.POSTGRESQL_ADDON_URI ?? '')
  uri.host = `127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`
  // Nobody reads what psql prints: after a while it reads nothing, and the tunnel is full.
  const statement = "copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout"
  const psql = spawn('psql', ['--no-psqlrc', '-c', statement, String(uri)], {
    env: { PATH: '/usr/bin:/bin', PGSSLMODE: 'disable', PGAPPNAME: 'through the tunnel' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.after(() => psql.kill('SIGKILL'))
  let before = -1
  const isStuck = () => {
    const isSame = shown > 100_000 && shown === before
    before = shown
    return isSame
  }
  await until(isStuck, { timeout, every: 1000, what: 'a full tunnel' })
  const count = `select count(*) from pg_stat_activity where application_name = 'through the tunnel'`
  assert.equal(await ask(count), '1')
  await api.platform.store.members.put({
    organisationId,
    userId: person.id,
    role: 'ACCOUNTING',
    job: '',
  })
  assert.match(JSON.stringify(await ended), /ACCOUNTING does not allow this.*: the session ends/)
  const isGone = async () => (await ask(count)) === '0'
  await until(isGone, { timeout, every: 500, what: 'the end of the connection' })
})
