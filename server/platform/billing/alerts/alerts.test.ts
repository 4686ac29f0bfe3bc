import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import { addTestPrices } from '#tests/support/billing/billed-month.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { callWebhooks } from './call-webhooks.ts'
import { checkSpending } from './check-spending.ts'
import { setAlerts } from './set-alerts.ts'

/** An organisation whose application of size M runs since the beginning of the month. */
async function openSpender() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  const ownerId = account.organisationId
  await addTestPrices(platform)
  const { from, until } = monthOf(platform.clock())
  // Ten days into the month: M costs 0.0001 per second.
  let now = from + 10 * 86_400_000
  platform.clock = () => now
  const { id, name } = await setup.application()
  await platform.store.usage.add({
    id: newId('usage'),
    kind: 'runtime',
    ownerId,
    resourceId: id,
    resourceName: name,
    meterId: newId('instance'),
    flavorOrPlan: 'M',
    zone: 'par',
    providerId: null,
    planId: null,
    planPrice: null,
    previewOf: null,
    from,
    until: null,
  })
  const move = (time: number) => {
    now = time
  }
  return { ...setup, ownerId, from, until, move, email: 'admin@localhost' }
}

/** A webhook that answers with these statuses, then with 200. */
async function openWebhook(...statuses: number[]) {
  const heard: { id: string; threshold: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const { id, threshold } = JSON.parse(text)
      heard.push({ id, threshold, authorization: request.headers.authorization })
      response.writeHead(statuses.shift() ?? 200).end('{}')
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    heard,
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('spending alert: it is given by e-mail once a month, when its amount is reached', async () => {
  await using spender = await openSpender()
  const { platform, ownerId, until } = spender
  await setAlerts(platform, ownerId, [
    // 86.40 so far, at least 241.92 in a whole month.
    { amount: '200', basis: 'forecast', byEmail: true, webhook: '' },
    { amount: '86.41', basis: 'spent', byEmail: true, webhook: '' },
  ])
  assert.deepEqual(
    (await checkSpending(platform)).map(({ basis }) => basis),
    ['forecast'],
  )
  const mail = await spender.mail(spender.email)
  assert.match(mail.subject, /have reached 200\.00 EUR$/)
  assert.match(mail.text, /is expected to cost/)
  assert.deepEqual(await checkSpending(platform), [], 'said already')
  spender.move(platform.clock() + 3_600_000)
  assert.deepEqual(
    (await checkSpending(platform)).map(({ reached }) => reached),
    ['86.76'],
  )
  assert.match((await spender.mail(spender.email)).text, /has cost 86\.76 EUR so far/)
  spender.move(until + 15 * 86_400_000)
  assert.equal((await checkSpending(platform)).length, 2, 'again in the next month')
})

test('spending alert: two checks at once give it once', async () => {
  await using spender = await openSpender()
  const { platform, ownerId } = spender
  const alert = { amount: '1', basis: 'spent', byEmail: true, webhook: '' } as const
  await setAlerts(platform, ownerId, [alert])
  const given = await Promise.all([checkSpending(platform), checkSpending(platform)])
  assert.equal(given.flat().length, 1)
})

test('spending alert: a webhook is called until it has answered, with the same id', async () => {
  await using spender = await openSpender()
  await using webhook = await openWebhook(500, 302)
  const { platform, ownerId } = spender
  const alert = { amount: '5', basis: 'spent', byEmail: false, webhook: webhook.url } as const
  await setAlerts(platform, ownerId, [alert])
  await checkSpending(platform)
  for (const pause of [0, 60_000, 120_000, 240_000, 480_000]) {
    spender.move(platform.clock() + pause)
    await callWebhooks(platform)
    await callWebhooks(platform)
  }
  assert.equal(webhook.heard.length, 3, 'twice in vain, then once')
  assert.equal(new Set(webhook.heard.map(({ id }) => id)).size, 1)
  assert.equal(webhook.heard[0]?.authorization, undefined)
  assert.deepEqual(spender.mails, [])
})

test('spending alert: a webhook that never answers is given up after three days', async () => {
  await using spender = await openSpender()
  const { platform, ownerId } = spender
  const webhook = 'http://127.0.0.1:9/nobody'
  await setAlerts(platform, ownerId, [{ amount: '5', basis: 'spent', byEmail: false, webhook }])
  const [notice] = await checkSpending(platform)
  let rounds = 0
  for (; rounds < 100; rounds += 1) {
    await callWebhooks(platform)
    const [next] = await platform.store.spendingNotices.listDue(
      { now: Number.MAX_SAFE_INTEGER, maxPause: 0 },
      1,
    )
    if (!next) break
    spender.move(next.dueAt)
  }
  assert.ok(rounds > 5 && rounds < 40, `${rounds}`)
  assert.ok(platform.clock() <= (notice?.createdAt ?? 0) + 72 * 3_600_000)
})

test('spending alerts: odd amounts, addresses and numbers of them are refused', async () => {
  await using spender = await openSpender()
  const { platform, ownerId } = spender
  const alert = { amount: '5', basis: 'spent', byEmail: true, webhook: '' } as const
  const wrong = [
    ...['', '-5', '0', '5.001', '1e3', 'NaN', '9'.repeat(20)].map((amount) => [
      { ...alert, amount },
    ]),
    [{ ...alert, byEmail: false }],
    // Called over the network these would be the platform's own machine and metadata.
    ...['http://169.254.169.254/', 'http://example.com/', 'file:///etc/passwd', 'x'].map(
      (webhook) => [{ ...alert, webhook }],
    ),
    [alert, { ...alert, amount: '5.00' }],
    Array.from({ length: 11 }, (_, index) => ({ ...alert, amount: String(index + 1) })),
  ]
  for (const alerts of wrong) {
    await assert.rejects(
      setAlerts(platform, ownerId, alerts),
      { kind: 'invalid' },
      JSON.stringify(alerts),
    )
  }
  assert.deepEqual(await platform.store.spendingAlerts.listOf(ownerId), [])
})
