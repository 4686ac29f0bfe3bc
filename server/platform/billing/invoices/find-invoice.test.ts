import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { UserId } from '#platform/model/ids.ts'
import { invoiceOf } from '#stores/billing.contract.ts'
import { addCustomer, openShop } from '#tests/support/billing/shop.ts'
import { findInvoice, listInvoices, listUnpaidInvoices } from './find-invoice.ts'

const callerOf = (userId: UserId): Caller => ({
  userId,
  credential: 'session',
  credentialId: 's',
  rights: everyRight,
})

test('invoices: only administrators and accountants of the organisation see them', async () => {
  await using shop = await openShop({ now: 1 })
  const { store, platform } = shop
  const [own, other] = [await addCustomer(store), await addCustomer(store)]
  const mine = await store.invoices.add(invoiceOf(own))
  const theirs = await store.invoices.add(invoiceOf(other))
  for (const role of roles) {
    const userId: UserId = `user_${role}`
    await store.users.add(newUser(userId, { email: `${role}@example.test`, passwordHash: '' }, 1))
    await store.members.put({ organisationId: own, userId, role, job: '' })
    const caller = callerOf(userId)
    const found = findInvoice(platform, caller, own, mine.number)
    if (role === 'ADMIN' || role === 'ACCOUNTING') {
      assert.deepEqual(await found, mine)
      assert.deepEqual(await listInvoices(platform, caller, own), [mine])
      assert.deepEqual(await listUnpaidInvoices(platform, caller, own), [mine])
      for (const number of [theirs.number, 'F20261201-000099', '..%2f', '', 'constructor']) {
        const wanted = findInvoice(platform, caller, own, number)
        await assert.rejects(wanted, { kind: 'missing', message: /There is no invoice/ })
      }
    } else {
      await assert.rejects(found, { kind: 'forbidden' })
      await assert.rejects(listInvoices(platform, caller, own), { kind: 'forbidden' })
    }
    await assert.rejects(findInvoice(platform, caller, other, theirs.number), { kind: 'missing' })
  }
  const program = { ...callerOf('user_ADMIN'), rights: ['access_organisations'] as const }
  await assert.rejects(listInvoices(platform, program, own), { kind: 'forbidden' })
})
