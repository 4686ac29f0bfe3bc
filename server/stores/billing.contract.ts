import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { newBillingAccount } from '#platform/model/billing/billing-account.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

/** Contract of every store for usage, prices and invoices. `open` returns an empty store. */
export function billingContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })

  promise(
    'an interval of use is closed once, and its meter has one open at most',
    async (store) => {
      const one = interval({ from: 5 })
      await store.usage.add(one)
      assert.deepEqual(await store.usage.findOpen('meter'), one)
      await assert.rejects(store.usage.add(interval({ from: 6 })))
      await store.usage.close(one.id, 9)
      await store.usage.close(one.id, 20)
      assert.equal(await store.usage.findOpen('meter'), undefined)
      assert.deepEqual(await store.usage.findLast('meter'), { ...one, until: 9 })
      const empty = interval({ from: 9, until: 9 })
      const next = interval({ from: 9 })
      await store.usage.add(empty)
      await store.usage.add(next)
      assert.deepEqual(await store.usage.findLast('meter'), next)
    },
  )

  promise('usage is listed by overlap with a period', async (store) => {
    const before = interval({ meterId: 'a', from: 1, until: 10 })
    const across = interval({ meterId: 'b', from: 5, until: 11, providerId: 'p' })
    const open = interval({ meterId: 'c', from: 12, planId: 'plan_1', kind: 'addon' })
    const after = interval({ meterId: 'd', from: 20, ownerId: 'orga_other' })
    for (const each of [open, before, across, after]) await store.usage.add(each)
    assert.deepEqual(await store.usage.listOf('orga_1', { from: 10, until: 20 }), [across, open])
    assert.deepEqual(await store.usage.listOfProvider('p', { from: 0, until: 20 }), [across])
    assert.deepEqual(await store.usage.ownersIn({ from: 10, until: 20 }), ['orga_1'])
    assert.deepEqual(await store.usage.ownersIn({ from: 10, until: 21 }), ['orga_1', 'orga_other'])
    assert.deepEqual(await store.usage.listOpenOfPlan('plan_1'), [open])
    assert.deepEqual(await store.usage.listOpen(['runtime']), [after])
    assert.deepEqual(await store.usage.listOpen(['runtime', 'addon']), [open, after])
  })

  promise('a held consumption is decided once', async (store) => {
    const held = { ...consumption, id: newId('consumption'), state: 'held' } as const
    await store.consumptions.add(held)
    await store.consumptions.add({ ...consumption, id: newId('consumption') })
    assert.deepEqual(await store.consumptions.listHeld(), [held])
    assert.equal(await store.consumptions.decide(held.id, 'rejected'), true)
    assert.equal(await store.consumptions.decide(held.id, 'accepted'), false)
    assert.equal((await store.consumptions.find(held.id))?.state, 'rejected')
    assert.deepEqual(await store.consumptions.ownersIn({ from: 5, until: 6 }), ['orga_1'])
    assert.deepEqual(await store.consumptions.ownersIn({ from: 6, until: 7 }), [])
  })

  promise('spending alerts are replaced as a whole, lowest first', async (store) => {
    const alert = { ownerId: 'orga_1', basis: 'spent', byEmail: true, webhook: '' } as const
    const high = { ...alert, amount: '100.00', webhook: 'https://hook.test/secret' }
    const low = { ...alert, amount: '20.00', byEmail: false }
    await store.spendingAlerts.replace('orga_1', [high, low])
    await store.spendingAlerts.replace('orga_2', [])
    assert.deepEqual(await store.spendingAlerts.listOf('orga_1'), [low, high])
    assert.deepEqual(await store.spendingAlerts.owners(), ['orga_1'])
    await store.spendingAlerts.replace('orga_1', [])
    assert.deepEqual(await store.spendingAlerts.owners(), [])
  })

  promise(
    'a spending alert is given once a month, and its webhook called when due',
    async (store) => {
      const notice = {
        ownerId: 'orga_1',
        month: '2026-11',
        amount: '20.00',
        basis: 'spent',
        reached: '21.00',
        currency: 'EUR',
        createdAt: 1,
        webhook: 'https://hook.test/secret',
        dueAt: 5,
        attempts: 0,
      } as const
      assert.equal(await store.spendingNotices.add(notice), true)
      assert.equal(await store.spendingNotices.add({ ...notice, createdAt: 2 }), false)
      const next = { ...notice, month: '2026-12', webhook: null }
      assert.equal(await store.spendingNotices.add(next), true)
      assert.deepEqual(await store.spendingNotices.listOf('orga_1', '2026-11'), [notice])
      const due = (now: number) => ({ now, maxPause: 60 })
      assert.deepEqual(await store.spendingNotices.listDue(due(4), 9), [])
      const isSetBack = await store.spendingNotices.listDue({ now: 1, maxPause: 3 }, 9)
      assert.deepEqual(isSetBack, [notice], 'further away than any pause')
      assert.deepEqual(await store.spendingNotices.listDue(due(5), 9), [notice])
      assert.deepEqual(await store.spendingNotices.listDue(due(5), 0), [])
      await store.spendingNotices.change(notice, { dueAt: 9, attempts: 1 })
      assert.deepEqual(await store.spendingNotices.listDue(due(5), 9), [])
      await store.spendingNotices.change(notice, { webhook: null })
      assert.deepEqual(await store.spendingNotices.listDue(due(99), 9), [])
    },
  )

  promise('price lists are sorted by date, one for each', async (store) => {
    const [later, first] = [priceList(200), priceList(100)]
    assert.equal(await store.priceLists.add(later), true)
    assert.equal(await store.priceLists.add(first), true)
    assert.equal(await store.priceLists.add(priceList(200)), false)
    assert.deepEqual(await store.priceLists.list(), [first, later])
    await store.priceLists.remove(later.id)
    assert.deepEqual(await store.priceLists.list(), [first])
    assert.deepEqual(await store.priceLists.find(first.id), first)
  })

  promise('invoices are numbered without gaps, also after a rollback', async (store) => {
    const first = await store.invoices.add(invoiceOf('orga_1'))
    assert.equal(first.number, 'F20261201-000001')
    assert.deepEqual(first, { ...invoiceOf('orga_1'), number: first.number })
    const failing = store.transaction(async (inside) => {
      await inside.invoices.add(invoiceOf('orga_2'))
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    const others = (['orga_3', 'orga_4'] as const).map((id) => store.invoices.add(invoiceOf(id)))
    const numbers = (await Promise.all(others)).map(({ number }) => number)
    assert.deepEqual(numbers, ['F20261201-000002', 'F20261201-000003'])
  })

  promise('an owner has one automatic invoice for a month', async (store) => {
    const first = await store.invoices.add(invoiceOf('orga_1'))
    await assert.rejects(store.invoices.add(invoiceOf('orga_1')))
    const manual = await store.invoices.add(invoiceOf('orga_1', { origin: 'manual' }))
    const corrects = { kind: 'credit-note', corrects: first.number } as const
    const note = await store.invoices.add(invoiceOf('orga_1', corrects))
    assert.deepEqual(await store.invoices.findOfPeriod('orga_1', november), first)
    assert.deepEqual(await store.invoices.listOf('orga_1', {}), [note, manual, first])
    assert.deepEqual(await store.invoices.listOf('orga_1', { limit: 1 }), [note])
    assert.deepEqual(await store.invoices.listAll({ after: manual.number }), [first])
    const pending = await store.invoices.listAll({ status: 'PENDING', limit: 2 })
    assert.deepEqual(pending, [note, manual])
    assert.deepEqual(await store.invoices.listAll({ status: 'WONTPAY' }), [])
    assert.deepEqual(await store.invoices.listCorrections(first.number), [note])
    assert.deepEqual(await store.invoices.listInState(['PENDING'], 'orga_1'), [first, manual])
    assert.deepEqual(await store.invoices.listInState(['PENDING'], 'orga_2'), [])
    const { dueAt, ownerId } = first
    assert.deepEqual(await store.invoices.listDue(['PENDING'], dueAt - 1), [])
    assert.deepEqual(await store.invoices.listDue(['PENDING'], dueAt), [
      { number: first.number, ownerId, dueAt },
      { number: manual.number, ownerId, dueAt },
    ])
    const { issuedAt } = first
    assert.deepEqual(await store.invoices.listOf('orga_1', { since: issuedAt + 1 }), [])
    assert.deepEqual(await store.invoices.listOf('orga_1', { until: issuedAt }), [])
  })

  promise('a month has its invoices and the credit notes that were issued in it', async (store) => {
    const { issuedAt } = invoiceOf('orga_1')
    const first = await store.invoices.add(invoiceOf('orga_1'))
    const noted = { kind: 'credit-note', corrects: first.number } as const
    const note = await store.invoices.add(invoiceOf('orga_1', noted))
    const second = await store.invoices.add(invoiceOf('orga_2'))
    const december = { from: november.until, until: issuedAt + 1 }
    const read = (month: typeof november, after?: typeof first.number, limit = 9) =>
      store.invoices.listOfMonth(month, { after, limit })
    assert.deepEqual(await read(november), [second, first])
    assert.deepEqual(await read(november, undefined, 1), [second])
    assert.deepEqual(await read(november, second.number), [first])
    assert.deepEqual(await read(december), [note])
    assert.deepEqual(await read(december, note.number), [])
  })

  promise('an invoice changes only from the given states', async (store) => {
    const { number } = await store.invoices.add(invoiceOf('orga_1'))
    const payment = { provider: 'manual', transactionId: 't-1' }
    const paid = { status: 'PAID', paidAt: 7, payment } as const
    assert.equal(await store.invoices.change(number, ['PROCESSING'], paid), false)
    assert.equal(await store.invoices.change(number, ['PENDING'], paid), true)
    assert.deepEqual(await store.invoices.find(number), { ...invoiceOf('orga_1'), number, ...paid })
    await store.reminders.add({ number, sentAt: 3 })
    assert.deepEqual(await store.reminders.listOf(number), [{ number, sentAt: 3 }])
  })

  promise('a held invoice is one for each owner and month', async (store) => {
    const held = {
      ownerId: 'orga_1',
      period: november,
      reason: 'address',
      sentence: 'The address is missing.',
      heldAt: 1,
      currency: 'EUR',
      net: '1.00',
    } as const
    await store.heldInvoices.put(held)
    await store.heldInvoices.put({ ...held, heldAt: 2 })
    assert.deepEqual(await store.heldInvoices.list(), [{ ...held, heldAt: 2 }])
    assert.deepEqual(await store.heldInvoices.listOf('orga_2'), [])
    await store.heldInvoices.remove('orga_1', november)
    assert.deepEqual(await store.heldInvoices.listOf('orga_1'), [])
  })

  promise('accounts, credits and times are kept', async (store) => {
    const account = newBillingAccount('orga_1')
    await store.billingAccounts.put(account)
    const { buyer } = invoiceOf('orga_1')
    const lastAddress = { ...buyer, emails: ['bills@example.test'] }
    const changed = { ...account, closedUntil: 5, suspendedAt: 6, lastAddress }
    await store.billingAccounts.put(changed)
    assert.deepEqual(await store.billingAccounts.find('orga_1'), changed)
    assert.deepEqual(await store.billingAccounts.listSuspended(), [changed])
    const credit = {
      id: newId('credit'),
      ownerId: 'orga_1',
      amount: '-10.50',
      currency: 'EUR',
      reason: 'Invoice',
      invoiceNumber: null,
      createdAt: 1,
    } as const
    await store.credits.add(credit)
    assert.deepEqual(await store.credits.listOf('orga_1'), [credit])
    assert.equal(await store.billingTimes.get('alive'), undefined)
    await store.billingTimes.set('alive', 5)
    await store.billingTimes.set('alive', 6)
    assert.equal(await store.billingTimes.get('alive'), 6)
  })

  promise('all applications of an owner are suspended at once', async (store) => {
    const { id, ownerId } = await addApplication(store)
    const other = await addApplication(store)
    await store.applications.setSuspended(ownerId, true)
    assert.equal((await store.applications.find(id))?.suspended, true)
    assert.equal((await store.applications.find(other.id))?.suspended, false)
    await store.applications.setSuspended(ownerId, false)
    assert.equal((await store.applications.find(id))?.suspended, false)
  })
}

const november = monthOf(Date.UTC(2026, 10, 15))

const consumption = {
  addonId: 'addon_a',
  ownerId: 'orga_1',
  providerId: 'p',
  addonName: 'db',
  zone: 'par',
  cost: '-0.25',
  state: 'accepted',
  createdAt: 5,
} as const

const interval = (fields: Partial<UsageInterval>): UsageInterval => ({
  id: newId('usage'),
  kind: 'runtime',
  ownerId: 'orga_1',
  resourceId: 'app_1',
  resourceName: 'hello',
  meterId: 'meter',
  flavorOrPlan: 'M',
  zone: 'par',
  providerId: null,
  planId: null,
  planPrice: null,
  previewOf: null,
  from: 0,
  until: null,
  ...fields,
})

const priceList = (validFrom: number): PriceList => ({
  id: newId('prices'),
  validFrom,
  createdAt: 1,
  data: { currency: 'EUR', sizes: { M: '0.0001' }, vat: { rates: { FR: '20' } } },
})

/** An invoice of November 2026 with one line. */
export const invoiceOf = (
  ownerId: OwnerId,
  fields: Partial<Invoice> = {},
): Omit<Invoice, 'number'> => ({
  kind: 'invoice',
  origin: 'automatic',
  ownerId,
  issuedAt: november.until,
  dueAt: november.until + 1000,
  paidAt: null,
  period: november,
  status: 'PENDING',
  currency: 'EUR',
  seller: {
    name: 'Harbour Ltd',
    address: ['1 Quay', '75001 Paris'],
    country: 'FR',
    vatNumber: 'FR00123456789',
    legalLines: ['Capital 1 €'],
    email: 'billing@harbour.test',
    iban: '',
    bic: '',
  },
  buyer: {
    name: 'Alice',
    company: 'Alice & Co',
    address: '2 Street',
    city: 'Lyon',
    zipcode: '69001',
    country: 'FR',
    vatNumber: '',
    costCentre: '',
    purchaseOrder: '',
  },
  lines: [
    {
      kind: 'runtime',
      resourceId: 'app_1',
      resourceName: 'hello',
      description: 'hello: M in par',
      flavorOrPlan: 'M',
      zone: 'par',
      from: november.from,
      until: november.until,
      quantity: '2592000',
      unit: 'second',
      unitPrice: '0.000005',
      net: '12.96',
      providerId: null,
    },
  ],
  discount: null,
  taxes: [{ category: 'S', percent: '20', base: '12.96', amount: '2.59', reason: null }],
  totals: { net: '12.96', tax: '2.59', gross: '15.55', credits: '0.00', due: '15.55' },
  corrects: null,
  notes: [],
  priceListId: 'prices_1',
  payment: null,
  ...fields,
})
