import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createCreditNote } from '#platform/billing/invoices/credit-note.ts'
import { runInvoices } from '#platform/billing/invoices/issue-invoices.ts'
import {
  changeApplication,
  createApplication,
} from '#platform/hosting/applications/applications.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import { requestDeployment, requestStop } from '#platform/hosting/deployments/queue/requests.ts'
import type { Collection, PaymentProvider } from '#platform/model/billing/payment-provider.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import type { InvoiceNumber, OwnerId } from '#platform/model/ids.ts'
import { invoiceOf } from '#stores/billing.contract.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { lastMonth, setAddress, useHour } from '#tests/support/billing/billed-month.ts'
import { addCustomer, addPrices, openShop, type Shop } from '#tests/support/billing/shop.ts'
import { sendReminders } from './reminders.ts'
import { collectPayments, creditInvoice, markPaid, reportPayment } from './report-payment.ts'
import { updateSuspensions } from './suspension.ts'

const day = 86_400_000
const december = Date.UTC(2026, 11)

async function addInvoice({ store }: Pick<Shop, 'store'>, ownerId: OwnerId, dueAt: number) {
  return store.invoices.add(invoiceOf(ownerId, { issuedAt: december, dueAt }))
}

async function mailsOf({ store }: Shop): Promise<string[]> {
  const kinds: string[] = []
  for (let next = await store.outbox.findNext(); next; next = await store.outbox.findNext()) {
    kinds.push(`${next.kind} ${next.to} ${next.knows.due ?? ''}`.trim())
    await store.outbox.remove(next.id)
  }
  return kinds
}

test('payments: a report moves an invoice along its states, once', async () => {
  await using shop = await openShop({ now: december })
  const { platform, store } = shop
  const { number } = await addInvoice(shop, 'orga_1', december)
  const stripe = { provider: 'bank', transactionId: 't-1' }
  await reportPayment(platform, number, { status: 'PROCESSING', payment: stripe })
  const paid = await markPaid(platform, number, 'transfer 17')
  assert.deepEqual([paid.status, paid.paidAt], ['PAID', december])
  assert.deepEqual(paid.payment, { provider: 'manual', transactionId: 'transfer 17' })
  shop.now += day
  assert.equal((await markPaid(platform, number)).paidAt, december, 'repeated without effect')
  const back = reportPayment(platform, number, { status: 'PENDING' })
  await assert.rejects(back, /is PAID and cannot become PENDING/)
  const refund = reportPayment(platform, number, { status: 'REFUNDED' })
  await assert.rejects(refund, /Make a credit note/)
  await assert.rejects(markPaid(platform, 'F20261201-999999'), /no invoice/)
  assert.equal((await store.invoices.find(number))?.status, 'PAID')
})

test('payments: the provider is asked for each invoice that nobody collects yet', async () => {
  await using shop = await openShop({ now: december })
  const { platform, store } = shop
  const first = await addInvoice(shop, 'orga_1', december)
  const second = await addInvoice(shop, 'orga_2', december)
  const asked: InvoiceNumber[] = []
  const payment = { provider: 'bank', transactionId: 't' }
  const paymentProvider: PaymentProvider = {
    name: 'bank',
    async collect({ number }): Promise<Collection> {
      asked.push(number)
      return { status: number === first.number ? 'PAID' : 'PROCESSING', payment }
    },
  }
  await collectPayments({ ...platform, paymentProvider })
  await collectPayments({ ...platform, paymentProvider })
  assert.deepEqual(asked, [first.number, second.number])
  assert.equal((await store.invoices.find(first.number))?.status, 'PAID')
  assert.equal((await store.invoices.find(second.number))?.status, 'PROCESSING')
})

test('reminders: from the due date on, with pauses, with what is left, until it is paid', async () => {
  await using shop = await openShop({ now: december })
  const { platform, store } = shop
  const ownerId = await addCustomer(store, { billingEmail: 'bills@example.test' })
  const { number } = await addInvoice(shop, ownerId, december + 15 * day)
  const sentAt = async (time: number) => {
    shop.now = december + time
    await sendReminders(platform)
    await sendReminders(platform)
    return mailsOf(shop)
  }
  assert.deepEqual(await sentAt(15 * day - 1), [])
  assert.deepEqual(await sentAt(15 * day), ['payment-reminder bills@example.test 15.55 EUR'])
  assert.deepEqual(await sentAt(20 * day - 1), [])
  await createCreditNote(platform, number, { reason: 'A part', net: '10' })
  assert.deepEqual(await sentAt(20 * day), ['payment-reminder bills@example.test 3.55 EUR'])
  await markPaid(platform, number)
  assert.deepEqual(await sentAt(40 * day), [])
})

/** An organisation whose invoice is overdue for longer than the operator waits. */
async function openOverdue(): Promise<LiveApplication & { number: InvoiceNumber }> {
  const setup = await openLiveApplication()
  const { store, policies, clock } = setup.platform
  const dueAt = clock() - (policies.billing.suspendAfter ?? 0) - 1000
  const invoice = invoiceOf(setup.application.ownerId, { dueAt })
  return { ...setup, number: (await store.invoices.add(invoice)).number }
}

const stateOf = async ({ platform, application }: LiveApplication) => {
  const now = await platform.store.applications.find(application.id)
  const instances = await platform.store.instances.listOf(application.id)
  return `${now?.wanted}${now?.suspended ? ', suspended' : ''}: ${instances.length}`
}

const becomes = (setup: LiveApplication, state: string) =>
  until(async () => (await stateOf(setup)) === state, { timeout: 300_000, what: state })

test('suspension: applications stop for an unpaid invoice, and return once it is paid', async () => {
  await using setup = await openOverdue()
  const { platform, application, traffic, number } = setup
  await updateSuspensions(platform)
  await becomes(setup, 'up, suspended: 0')
  await platform.queue.idle(application.id)
  assert.deepEqual(traffic.addressesOf(application.id), [])
  assert.deepEqual(await platform.store.usage.listOpen(['runtime']), [], 'nothing is metered')
  assert.equal((await platform.store.releases.listOf(application.id)).length, 1, 'kept')

  await updateSuspensions(platform)
  await markPaid(platform, number)
  await becomes(setup, 'up: 1')
  await platform.queue.idle(application.id)
  assert.deepEqual(await served(setup), [one])
  assert.equal((await platform.store.usage.listOpen(['runtime'])).length, 1)
  assert.match((await setup.mail('admin@localhost')).subject, /were stopped/)
  assert.match((await setup.mail('admin@localhost')).subject, /starting again/)
})

test('suspension: nothing new is deployed, created or ordered meanwhile, but stopping works', async () => {
  await using setup = await openOverdue()
  const { platform, application, number } = setup
  await updateSuspensions(platform)
  await becomes(setup, 'up, suspended: 0')
  const push = { commit: two, cause: 'Git', authorId: '' } as const
  await assert.rejects(requestDeployment(platform, application, push), /is suspended/)
  const request = { name: 'next', type: 'node', zone: 'par', environment: {} }
  await assert.rejects(createApplication(platform, application.ownerId, request), /is suspended/)
  const scale = { minInstances: 2, maxInstances: 2 }
  assert.equal((await changeApplication(platform, application, scale)).minInstances, 2)
  const { id } = await requestStop(platform, application, '')
  await setup.ended(id)
  await markPaid(platform, number)
  await platform.queue.idle(application.id)
  assert.equal(await stateOf(setup), 'down: 0', 'what its owner stopped stays stopped')
})

test('suspension: a deployment that is under way does not start anything', async () => {
  await using setup = await openOverdue()
  const { platform, application } = setup
  const push = { commit: two, cause: 'Git', authorId: '' } as const
  const { id } = await requestDeployment(platform, application, push)
  await updateSuspensions(platform)
  await setup.ended(id)
  await becomes(setup, 'up, suspended: 0')
  await platform.queue.idle(application.id)
  assert.equal(await stateOf(setup), 'up, suspended: 0')
})

test('suspension: after a crash, recovery stops what still runs', async () => {
  await using setup = await openOverdue()
  const { platform, application } = setup
  await platform.store.applications.setSuspended(application.ownerId, true)
  assert.equal(await stateOf(setup), 'up, suspended: 1')
  await recover(platform, (error) => assert.fail(String(error)))
  await becomes(setup, 'up, suspended: 0')
  await platform.queue.idle(application.id)
})

test('suspension: a credit note ends it as a payment does', async () => {
  await using setup = await openOverdue()
  const { platform, application, number } = setup
  await updateSuspensions(platform)
  await becomes(setup, 'up, suspended: 0')
  await creditInvoice(platform, number, { reason: 'Kindness' })
  await becomes(setup, 'up: 1')
  await platform.queue.idle(application.id)
})

test('suspension: who gives no address does not escape it, and returns with the address', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  const { store, policies } = platform
  const { paymentTerm, suspendAfter = 0 } = policies.billing
  const [hour, { ownerId }] = [3_600_000, application]
  await addPrices(store, 0)
  const { from, until: end } = lastMonth(platform)
  await useHour(platform, application, { from, until: end })
  let now = platform.clock()
  platform.clock = () => now
  await runInvoices(platform, end)
  await updateSuspensions(platform)
  assert.equal(await stateOf(setup), 'up: 1')
  now += paymentTerm + suspendAfter - hour
  await updateSuspensions(platform)
  assert.equal(await stateOf(setup), 'up: 1')
  now += hour
  await updateSuspensions(platform)
  await becomes(setup, 'up, suspended: 0')
  await platform.queue.idle(application.id)

  if (isPersonalSpace(ownerId)) assert.fail()
  await setAddress(platform, ownerId)
  await runInvoices(platform, end)
  await updateSuspensions(platform)
  await becomes(setup, 'up: 1')
  await platform.queue.idle(application.id)
})

test('suspension: without the setting nobody is suspended', async () => {
  await using setup = await openOverdue()
  setup.platform.policies.billing = { ...setup.platform.policies.billing, suspendAfter: undefined }
  await updateSuspensions(setup.platform)
  assert.equal(await stateOf(setup), 'up: 1')
})
