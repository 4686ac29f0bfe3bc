import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { dispatchEvents } from '#platform/events/hooks/dispatch-events.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { EventVisibility } from '#protocol/events.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { withNouns } from '#tests/support/platform/test-store.ts'
import { createEmailHook, type WantedEmailHook } from './email-hooks.ts'
import { sendDigests } from './send-digests.ts'

async function openMailing() {
  const setup = await openTestPlatform()
  const { platform, account } = setup
  const { store } = platform
  let now = platform.clock()
  platform.clock = () => now
  platform.monotonic = () => now
  const ownerId = account.organisationId
  const admin = (await store.users.findByEmail(account.email)) ?? assert.fail()
  const join = async (email: string, role: 'DEVELOPER' | 'ACCOUNTING') => {
    const user = newUser(newId('user'), { email, passwordHash: '' }, 1)
    await store.users.add(user)
    await store.members.put({ organisationId: ownerId, userId: user.id, role, job: '' })
    return user
  }
  return {
    ...setup,
    ownerId,
    admin,
    join,
    add: (notified: WantedEmailHook['notified'], events: string[] | null = null) =>
      createEmailHook(platform, ownerId, admin.id, {
        name: 'news',
        scope: null,
        events,
        notified,
      }),
    record: (name: string, visibility: EventVisibility = 'see') =>
      store.transaction((inside) =>
        inside.events.add({
          ownerId,
          date: 1,
          name,
          subjectId: 'app_1',
          visibility,
          data: { id: 'app_1', name: 'shop\r\nBcc: all', action: 'DEPLOY' },
        }),
      ),
    /** Lets time pass and everything due be sent. */
    async after(milliseconds: number) {
      await dispatchEvents(platform, new AbortController().signal)
      now += milliseconds
      return sendDigests(platform)
    },
  }
}

test('e-mail notification: what happens together is one mail, and the next comes minutes later', async () => {
  await using mailing = await openMailing()
  const { admin } = mailing
  const { id } = await mailing.add([{ type: 'userid', target: admin.id }])
  await mailing.record('DEPLOYMENT_FAIL')
  assert.equal(await mailing.after(0), 20_000)
  await mailing.record('DEPLOYMENT_SUCCESS')
  await mailing.after(20_000)
  const mail = await mailing.mail(admin.email)
  assert.equal(mail.subject, 'Berth: 2 events')
  assert.match(mail.text, /DEPLOY of shop Bcc: all failed\n.*DEPLOY of shop Bcc: all succeeded\n/)
  assert.match(mail.text, new RegExp(`berth notify-email remove ${id}`))
  for (let count = 0; count < 60; count += 1) await mailing.record('DEPLOYMENT_FAIL')
  assert.equal(await mailing.after(20_000), 280_000)
  assert.deepEqual(mailing.mails, [])
  await mailing.after(280_000)
  const second = await mailing.mail(admin.email)
  assert.equal(second.subject, 'Berth: 60 events')
  assert.match(second.text, /and 10 more/)
})

test('e-mail notification: goes to members as they are then, and to each what they may see', async () => {
  await using mailing = await openMailing()
  const { platform, ownerId } = mailing
  const dev = await mailing.join('dev@x.test', 'DEVELOPER')
  await mailing.join('acc@x.test', 'ACCOUNTING')
  const gone = await mailing.join('gone@x.test', 'DEVELOPER')
  await mailing.add([{ type: 'organisation' }])
  await mailing.record('DEPLOYMENT_FAIL')
  await mailing.record('INVOICE_ISSUED', 'bill')
  await platform.store.members.remove(ownerId, gone.id)
  await mailing.after(20_000)
  assert.match((await mailing.mail(dev.email)).text, /failed/)
  const forAccountant = (await mailing.mail('acc@x.test')).text
  assert.match(forAccountant, /INVOICE_ISSUED/)
  assert.doesNotMatch(forAccountant, /failed/)
  assert.match((await mailing.mail(mailing.admin.email)).text, /INVOICE_ISSUED/)
  assert.deepEqual(mailing.mails, [])
})

test('e-mail notification: strangers, unconfirmed addresses and too many are refused', async () => {
  await using mailing = await openMailing()
  const dev = await mailing.join('dev@x.test', 'DEVELOPER')
  const invalid = { kind: 'invalid' }
  const email = (target: string) => mailing.add([{ type: 'email', target }])
  await assert.rejects(email('stranger@x.test'), invalid)
  await assert.rejects(email(`${dev.email},stranger@x.test`), invalid)
  await assert.rejects(mailing.add([{ type: 'userid', target: 'user_else' }]), invalid)
  await assert.rejects(mailing.add([], ['NO_SUCH_EVENT']), invalid)
  const many = Array.from({ length: 51 }, () => dev.email).join(',')
  await assert.rejects(email(many), invalid)
  assert.deepEqual((await email(`DEV@x.test, ${mailing.admin.email}`)).notified.length, 2)
  assert.deepEqual((await mailing.add([])).notified, [{ type: 'organisation' }])
  for (let count = 2; count < 10; count += 1) await mailing.add([])
  await assert.rejects(mailing.add([]), { kind: 'conflict' })
})

test('e-mail notification: one that is removed while mails are sent does not keep those of others', async () => {
  await using mailing = await openMailing()
  const { platform, admin } = mailing
  const removed = await mailing.add([])
  await mailing.add([])
  await mailing.record('DEPLOYMENT_FAIL')
  const { listHooks } = platform.store.emailHookLines
  platform.store.emailHookLines.listHooks = async () => {
    const listed = await listHooks()
    await platform.store.emailHooks.remove(removed.id)
    return listed.toSorted(({ hookId }) => (hookId === removed.id ? -1 : 1))
  }
  await mailing.after(20_000)
  assert.match((await mailing.mail(admin.email)).text, /failed/)
})

test('e-mail notification: one that cannot be sent does not stop those after it', async () => {
  await using mailing = await openMailing()
  const { platform, admin } = mailing
  const { store } = platform
  const broken = await mailing.add([])
  await mailing.add([])
  await mailing.record('DEPLOYMENT_FAIL')
  await dispatchEvents(platform, new AbortController().signal)
  const { listHooks } = store.emailHookLines
  const errors: unknown[] = []
  const failing: typeof store = {
    ...store,
    emailHookLines: {
      ...store.emailHookLines,
      listHooks: async () =>
        (await listHooks()).toSorted(({ hookId }) => (hookId === broken.id ? -1 : 1)),
    },
    transaction: (work) =>
      store.transaction((inside) =>
        work(
          withNouns(inside, {
            emailHooks: {
              ...inside.emailHooks,
              async find(id) {
                if (id === broken.id) throw new Error('broken')
                return inside.emailHooks.find(id)
              },
            },
          }),
        ),
      ),
  }
  const clock = () => platform.clock() + 20_000
  const later = { ...platform, store: failing, clock, times: createStoredTimes({ clock }) }
  await sendDigests(later, (error) => void errors.push(error))
  assert.match(String(errors), /^Error: broken$/)
  const mail = await store.outbox.findNext()
  assert.deepEqual([mail?.kind, mail?.to], ['events', admin.email])
})

test('events for hooks: one that fails again and again is given up, and those after it are dispatched', async () => {
  await using mailing = await openMailing()
  const { platform } = mailing
  const { store } = platform
  const hook = await mailing.add([])
  for (let count = 0; count < 3; count += 1) await mailing.record('DEPLOYMENT_FAIL')
  const ids = (await store.events.listAllAfter(0, 100)).map(({ id }) => id)
  const poisoned = ids.at(-2)
  const failing: typeof store = {
    ...store,
    transaction: (work) =>
      store.transaction((inside) =>
        work(
          withNouns(inside, {
            emailHookLines: {
              ...inside.emailHookLines,
              async add(line) {
                if (line.eventId === poisoned) throw new Error('poisoned')
                return inside.emailHookLines.add(line)
              },
            },
          }),
        ),
      ),
  }
  const attempts = new Map()
  let rounds = 0
  const { signal } = new AbortController()
  const round = () => dispatchEvents({ ...platform, store: failing }, signal, attempts)
  for (; rounds < 20; rounds += 1) {
    const error = await round().catch((reason: Error) => reason)
    if (!error) break
    assert.equal(error.message, 'poisoned')
  }
  assert.ok(rounds >= 5 && rounds < 20, `${rounds}`)
  assert.equal(attempts.size, 0)
  const { lines } = await store.emailHookLines.listOf(hook.id, ['see'], 100)
  assert.deepEqual(
    lines.map(({ eventId }) => eventId),
    ids.filter((id) => id !== poisoned).slice(-lines.length),
  )
  assert.ok(lines.length >= 2)
})
