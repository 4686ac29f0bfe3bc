import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { dispatchEvents } from '#platform/events/hooks/dispatch-events.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { EventVisibility } from '#protocol/events.ts'
import { somebody, tokenOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

const record = (ownerId: OwnerId, name: string, visibility: EventVisibility = 'see', date = 5) =>
  api.platform.store.transaction((store) =>
    store.events.add({ ownerId, date, name, subjectId: 'app_1', visibility, data: { n: name } }),
  )

interface Heard {
  id: string
  event: string
  data: { event?: string; id?: number; until?: number }
}

/** Follows a stream and keeps what it hears, without heartbeats. */
async function follow(path: string, authorization: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization, ...headers },
    signal: leaving.signal,
  })
  assert.equal(answer.status, 200, await (answer.ok ? '' : answer.text()))
  const heard: Heard[] = []
  let hasEnded = false
  const reading = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const fields = message
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
        const { id, event, data } = Object.fromEntries(fields)
        if (event !== 'HEARTBEAT') heard.push({ id, event, data: JSON.parse(data) })
      }
    }
    hasEnded = true
  }
  reading().catch(() => {})
  const hears = (name: string) =>
    until(() => heard.find(({ event, data }) => event === name || data.event === name), {
      timeout: 300_000,
      what: name,
    })
  return {
    heard,
    hears,
    names: () => heard.map(({ event, data }) => data.event ?? event),
    ended: () => until(() => hasEnded, { timeout: 300_000, what: 'the end of the stream' }),
    [Symbol.dispose]: () => leaving.abort(),
  }
}

const newOrganisation = async () => {
  const organisation = {
    ...(await api.platform.store.organisations.find(api.account.organisationId)),
  }
  const id = `orga_${crypto.randomUUID()}` as const
  await api.platform.store.organisations.add({ ...organisation, id, name: id } as never)
  return id
}

test('event stream: one that slept resumes with what it missed, in order', async () => {
  const ownerId = await newOrganisation()
  const ann = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const path = `/v4/berth/organisations/${ownerId}/events`
  let last = ''
  {
    using first = await follow(path, ann.authorization)
    last = (await first.hears('READY')).id
  }
  for (const name of ['A_1', 'A_2', 'A_3']) await record(ownerId, name)
  using second = await follow(path, ann.authorization, { 'last-event-id': last })
  await second.hears('A_3')
  await record(ownerId, 'A_4')
  await second.hears('A_4')
  assert.deepEqual(second.names().slice(0, 5), ['A_1', 'A_2', 'A_3', 'READY', 'A_4'])
  using third = await follow(`${path}?after=${second.heard[1]?.id}`, ann.authorization)
  assert.equal((await third.hears('A_3')).id, second.heard[2]?.id)
})

test('event stream: one that was away for longer than events are kept is told so', async () => {
  const ownerId = await newOrganisation()
  const ann = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const path = `/v4/berth/organisations/${ownerId}/events`
  const { events } = api.platform.store
  const before = await events.lastId()
  for (const name of ['B_1', 'B_2', 'B_3']) await record(ownerId, name)
  await events.removeBeyond(ownerId, 1)
  using late = await follow(`${path}?after=${before}`, ann.authorization)
  const ready = await late.hears('READY')
  assert.deepEqual(late.names(), ['EVENTS_LOST', 'B_3', 'READY'])
  assert.equal(late.heard[0]?.data.until, before + 2)
  using again = await follow(path, ann.authorization, { 'last-event-id': ready.id })
  await again.hears('READY')
  assert.deepEqual(again.names(), ['READY'])
  using foreign = await follow(`${path}?after=900000000`, ann.authorization)
  await foreign.hears('READY')
  assert.deepEqual(foreign.names(), ['EVENTS_LOST', 'READY'])
  using since = await follow(`${path}?since=1970-01-01T00:00:00Z`, ann.authorization)
  await since.hears('READY')
  assert.deepEqual(since.names(), ['EVENTS_LOST', 'B_3', 'READY'])
})

test('event stream: of all owners has what the caller may see, and ends with the membership or the login', async () => {
  const [mine, other] = [await newOrganisation(), await newOrganisation()]
  const carl = await somebody(api, { role: 'ACCOUNTING', organisationId: mine })
  using all = await follow('/v4/berth/self/events', carl.authorization)
  using one = await follow(`/v4/berth/organisations/${mine}/events`, carl.authorization)
  await Promise.all([all.hears('READY'), one.hears('READY')])
  await record(mine, 'DEPLOYMENT_FAIL')
  await record(other, 'INVOICE_ISSUED', 'bill')
  await record(carl.id, 'ACCOUNT_EDITION', 'account')
  await record(mine, 'MEMBER_CHANGE', 'belong')
  await Promise.all([all.hears('MEMBER_CHANGE'), one.hears('MEMBER_CHANGE')])
  assert.deepEqual(all.names(), ['READY', 'ACCOUNT_EDITION', 'MEMBER_CHANGE'])
  assert.deepEqual(one.names(), ['READY', 'MEMBER_CHANGE'])
  await api.platform.store.members.remove(mine, carl.id)
  await one.ended()
  await api.platform.store.accessTokens.removeOf(carl.id)
  await all.ended()
})

test('event stream: the client follows all owners of its caller, and lists their past events', async () => {
  const client = createClient({ api: api.url, credentials: api.account })
  const leaving = new AbortController()
  try {
    const kinds: string[] = []
    for await (const item of client.events.followAll({ signal: leaving.signal })) {
      kinds.push(item.kind === 'event' ? item.event.event : item.kind)
      if (item.kind === 'ready') await record(api.account.organisationId, 'D_1')
      if (item.kind === 'event') leaving.abort()
    }
    assert.deepEqual(kinds, ['ready', 'D_1'])
    const { events } = await client.events.listAll({ limit: 1 })
    assert.deepEqual(
      events.map(({ event }) => event),
      ['D_1'],
    )
  } finally {
    client.close()
  }
})

test('event history: pages backwards, by name and by application, without what the caller may not see', async () => {
  const ownerId = await newOrganisation()
  const ann = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  for (const name of ['C_1', 'C_2', 'C_3']) await record(ownerId, name)
  await record(ownerId, 'INVOICE_ISSUED', 'bill')
  const read = async (query: string) => {
    const answer = await fetch(
      `${api.url}/v4/berth/organisations/${ownerId}/events/history${query}`,
      {
        headers: { authorization: ann.authorization },
      },
    )
    assert.equal(answer.status, 200)
    const { events, before } = (await answer.json()) as {
      events: { event: string }[]
      before: number | null
    }
    return { names: events.map(({ event }) => event), before }
  }
  const first = await read('?limit=2')
  assert.deepEqual(first.names, ['C_3'])
  assert.deepEqual(await read(`?limit=9&before=${first.before}`), {
    names: ['C_2', 'C_1'],
    before: null,
  })
  assert.deepEqual((await read('?event=C_2')).names, ['C_2'])
  assert.deepEqual((await read('?id=app_2')).names, [])
})

interface HookAnswer {
  id: string
  event: string
  body: string
}

const hookPath = '/v2/notifications/webhooks'

/** Asks as somebody, and expects success. */
async function ask<T>(authorization: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  assert.equal(answer.status, 200, await (answer.ok ? '' : answer.clone().text()))
  return (await answer.json()) as T
}

const dispatched = () => dispatchEvents(api.platform, new AbortController().signal)
/** The audit's own event about the webhook comes whenever the audit is written. */
const withoutAudit = (deliveries: HookAnswer[]) =>
  deliveries.filter(({ event }) => !event.startsWith('WEBHOOK_'))
const hookAt = (port: number) => ({ urls: [{ format: 'raw', url: `http://127.0.0.1:${port}/` }] })

test('webhook: a developer gets no bills through the one of an administrator', async () => {
  const ownerId = await newOrganisation()
  const boss = await somebody(api, { role: 'ADMIN', organisationId: ownerId })
  const dev = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const made = `${hookPath}/${ownerId}`
  const { id } = await ask<HookAnswer>(boss.authorization, 'POST', made, hookAt(9))
  const deliveries = `/v4/berth/organisations/${ownerId}/webhooks/${id}/deliveries`
  const bodiesFor = async ({ authorization }: { authorization: string }) => {
    const all = await ask<HookAnswer[]>(authorization, 'GET', deliveries)
    return withoutAudit(all)
      .map(({ event, body }) => `${event} ${body !== ''}`)
      .sort()
  }
  await record(ownerId, 'INVOICE_ISSUED', 'bill')
  await record(ownerId, 'DEPLOYMENT_FAIL')
  await dispatched()
  assert.deepEqual(await bodiesFor(boss), ['DEPLOYMENT_FAIL true', 'INVOICE_ISSUED true'])
  assert.deepEqual(await bodiesFor(dev), ['DEPLOYMENT_FAIL true', 'INVOICE_ISSUED false'])
  await ask(dev.authorization, 'PUT', `${made}/${id}`, hookAt(10))
  await record(ownerId, 'INVOICE_ISSUED', 'bill')
  await dispatched()
  assert.deepEqual(await bodiesFor(boss), ['DEPLOYMENT_FAIL true', 'INVOICE_ISSUED true'])
})

test('webhook: a program gets no more through one than it may see', async () => {
  const ownerId = await newOrganisation()
  const boss = await somebody(api, { role: 'ADMIN', organisationId: ownerId })
  const rights = ['manage_organisations_applications'] as const
  const { authorization } = await tokenOf(api, boss.id, { rights })
  const { id } = await ask<HookAnswer>(authorization, 'POST', `${hookPath}/${ownerId}`, hookAt(9))
  await record(ownerId, 'MEMBER_REMOVE', 'belong')
  await record(ownerId, 'INVOICE_ISSUED', 'bill')
  await record(ownerId, 'DEPLOYMENT_FAIL')
  await dispatched()
  const path = `/v4/berth/organisations/${ownerId}/webhooks/${id}/deliveries`
  const all = await ask<HookAnswer[]>(boss.authorization, 'GET', path)
  assert.deepEqual(
    withoutAudit(all).map(({ event }) => event),
    ['DEPLOYMENT_FAIL'],
  )
})
