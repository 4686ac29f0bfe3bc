import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { bridgeEndpoints, endpoints } from '#api/endpoints.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createEmailHook } from '#platform/events/emails/email-hooks.ts'
import { sendDigests } from '#platform/events/emails/send-digests.ts'
import { dispatchEvents } from '#platform/events/hooks/dispatch-events.ts'
import { recordActionEvent } from '#platform/events/record-event.ts'
import { receiveAuditedPush } from '#platform/hosting/deployments/push.ts'
import { changeMember } from '#platform/identity/accounts/organisations/members.ts'
import { eventNameOf } from '#platform/model/events/actions.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import { bearerOf, type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

/** What reaches an accountant beside the answers of endpoints, which the matrix of tests/laws walks. */
let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api?.[Symbol.asyncDispose]())

const timeout = 300_000
const owner = () => api.account.organisationId

/** Text that a stream has sent so far. */
async function follow(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  assert.equal(answer.status, 200)
  let text = ''
  let hasEnded = false
  const reading = async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
    hasEnded = true
  }
  reading().catch(() => {})
  return {
    text: () => text,
    says: (part: string) => until(() => text.includes(part), { timeout, what: part }),
    ends: () => until(() => hasEnded, { timeout, what: `the end of ${url}` }),
    [Symbol.dispose]: () => leaving.abort(),
  }
}

/** Text that an event socket on the bridge has sent so far. */
async function connect(authorization: string) {
  const address = `${api.bridge.replace('http', 'ws')}/v2/events/event-socket`
  const socket = new WebSocket(address, { headers: { authorization } })
  let text = ''
  socket.on('message', (data) => {
    text += String(data)
  })
  await once(socket, 'open')
  return {
    text: () => text,
    says: (part: string) => until(() => text.includes(part), { timeout, what: part }),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

/** Every way in which events reach a member. */
async function listen({ id, authorization }: Person) {
  const bearer = (await bearerOf(api, id)).authorization
  const page = await pageOf(api, id)
  const stack = new DisposableStack()
  const ofOwner = `${api.url}/v4/berth/organisations/${owner()}/events`
  const ways = [
    stack.use(await follow(ofOwner, { authorization })),
    stack.use(await follow(`${api.url}/v4/berth/self/events`, page)),
    stack.use(await connect(bearer)),
  ]
  for (const [at, way] of ways.entries()) await way.says(at < 2 ? 'event:READY' : 'socket_ready')
  return { ways, bearer, page, [Symbol.dispose]: () => stack.dispose() }
}

const invoice = (date: number) =>
  api.platform.store.transaction((store) =>
    store.events.add({
      ownerId: owner(),
      date,
      name: 'INVOICE_ISSUED',
      subjectId: '',
      visibility: 'bill',
      data: { number: `last-${date}` },
    }),
  )

/** What an accountant may look at: the organisation, its people, its consumers, its bills. */
const theirs = /^(avatar|billing|consent|consumer|invitation|member|organisation)\./

test('accountant: hears of no change of an application, add-on, provider, drain or hook', async () => {
  const { platform, account } = api
  const { store } = platform
  const carl = await somebody(api, { role: 'ACCOUNTING', organisationId: owner() })
  const notified = [{ type: 'userid', target: carl.id }] as const
  await createEmailHook(platform, owner(), carl.id, {
    name: 'all',
    scope: null,
    events: null,
    notified,
  })
  using heard = await listen(carl)
  const application = await api.application()
  await api.deploy(application, commitOf('a'))
  const actions = [...endpoints, ...bridgeEndpoints].flatMap(({ action }) => action ?? [])
  const admin = (await store.users.findByEmail(account.email)) ?? assert.fail()
  for (const action of new Set(actions)) {
    const target =
      theirs.test(action) || eventNameOf(action) === null ? '' : `${application.id} of ${action}`
    const done = { ownerId: owner(), userId: admin.id, action, target, date: platform.clock() }
    await store.transaction((inside) => recordActionEvent(inside, done))
  }
  await invoice(1)
  for (const way of heard.ways) await way.says('last-1')
  await dispatchEvents(platform, new AbortController().signal)
  const { clock } = platform
  platform.clock = () => clock() + 60_000
  await sendDigests(platform)
  platform.clock = clock
  const history = await api.ask(
    `${api.url}/v4/berth/organisations/${owner()}/events/history?limit=500`,
    { headers: { authorization: carl.authorization } },
  )
  const mail = await api.mail(carl.email)
  const texts = [...heard.ways.map((way) => way.text()), await history.text(), mail.text]
  for (const text of texts) {
    assert.match(text, /INVOICE_ISSUED/)
    assert.ok(!text.includes(application.id) && !text.includes(application.name), text)
  }
  assert.ok(new Set(actions).size > 80)
})

test('accountant: one who was an administrator loses what the role opened, on streams and sockets too', async () => {
  const { platform } = api
  const application = await api.application()
  const eve = await somebody(api, { role: 'ADMIN', organisationId: owner() })
  using heard = await listen(eve)
  const { bearer, page } = heard
  const ofApplication = `/v2/organisations/${owner()}/applications/${application.id}`
  const logs = `/v4/logs/organisations/${owner()}/applications/${application.id}/logs`
  const { authorization } = eve
  using log = await follow(api.url + logs, { authorization })
  using logOnBridge = await follow(api.bridge + logs, { authorization: bearer })
  const looks = async () => {
    const callers = [
      [api.url, { authorization }],
      [api.url, page],
      [api.bridge, { authorization: bearer }],
    ] as const
    const answers = callers.flatMap(([origin, headers]) =>
      [ofApplication, `${ofApplication}/env`, '/v2/summary'].map((path) =>
        api.ask(origin + path, { headers }),
      ),
    )
    return Promise.all(
      (await Promise.all(answers)).map(async (one) => [one.status, await one.text()]),
    )
  }
  for (const [status, text] of await looks()) assert.ok(status === 200 && text)
  await changeMember(platform, owner(), eve.id, { role: 'ACCOUNTING' })
  for (const [status, text] of await looks()) {
    assert.ok(status === 403 || (status === 200 && !String(text).includes(application.id)))
  }
  const push = { applicationId: application.id, commit: commitOf('b'), from: '192.0.2.1' }
  const caller = { ...callerFor(eve.id), credentialId: eve.token }
  await assert.rejects(receiveAuditedPush(platform, { ...push, caller }), { kind: 'forbidden' })
  const message = 'said after the demotion'
  const line = { applicationId: application.id, message, date: 1, origin: 'instance' } as const
  const empty = { deploymentId: '', instanceId: '', commit: '' } as const
  platform.logs.append({ ...line, ...empty, severity: 'info' })
  await Promise.all([log.ends(), logOnBridge.ends()])
  const before = heard.ways.map((way) => way.text().length)
  await api.deploy(application, commitOf('c'))
  await invoice(2)
  for (const way of heard.ways) await way.says('last-2')
  for (const [at, way] of heard.ways.entries()) {
    assert.ok(!way.text().slice(before[at]).includes(application.id), way.text())
  }
  assert.ok(!log.text().includes(message) && !logOnBridge.text().includes(message))
})
