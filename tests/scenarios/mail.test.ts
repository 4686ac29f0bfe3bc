import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openMailServer, readMessage } from '#tests/support/servers/mail-server.ts'

const askForReset = ({ addresses, admin }: TestBerth) =>
  fetch(`${addresses.api}/v2/password_forgotten`, {
    method: 'POST',
    body: new URLSearchParams({ login: admin.email }),
  })

test('e-mail: one in transit when the server was killed is delivered after the restart', async () => {
  let heard = 0
  await using mail = await openMailServer({
    onRecipient: () => {
      heard += 1
      return heard === 1 ? new Promise<undefined>(() => {}) : undefined
    },
  })
  await using berth = await TestBerth.start({
    BERTH_ENGINE: 'memory',
    BERTH_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    BERTH_MAIL_FROM: 'berth@platform.test',
  })
  assert.equal((await askForReset(berth)).status, 200)
  await until(() => heard === 1, { timeout: 300_000, what: 'the first try' })
  await berth.signal('SIGKILL')
  assert.equal(mail.messages.length, 0)
  await berth.start()
  const message = await until(() => mail.messages[0], { timeout: 300_000, what: 'the mail' })
  assert.deepEqual([message.from, message.to], ['berth@platform.test', [berth.admin.email]])
  const { text, html } = readMessage(message.source)
  const link = text.split('\r\n').find((line) => line.includes('/v2/password_forgotten/')) ?? ''
  assert.equal((await fetch(link)).status, 200)
  assert.ok(html.includes(`href="${link}"`), 'the button leads there too')
})

test("e-mail: without a mail server it is written to the operator's log", async () => {
  await using berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  await askForReset(berth)
  const line = / {2}\| (http\S+\/v2\/password_forgotten\/\S+)/
  const [, link = ''] = await until(() => line.exec(berth.output) ?? undefined, {
    timeout: 300_000,
    what: 'the mail in the log',
  })
  assert.equal((await fetch(link)).status, 200)
})
