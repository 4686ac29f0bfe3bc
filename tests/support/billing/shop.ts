import type { Vault } from '#kit/crypto/vault.ts'
import { newId } from '#kit/text/ids.ts'
import { rememberBuyer } from '#platform/billing/invoices/buyer.ts'
import type { BillingPolicies } from '#platform/model/billing/billing-policies.ts'
import type { PriceData } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import {
  newOrganisation,
  type OrganisationDetails,
} from '#platform/model/identity/accounts/organisation.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/platform.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { testBilling } from '#tests/support/platform/world.ts'

/** What billing needs of a platform, with a clock that a test sets. */
export interface Shop extends AsyncDisposable {
  platform: Platform
  store: Store
  now: number
  billing: BillingPolicies
  /** Called when an e-mail is queued. */
  onMail: () => void
}

export interface ShopOptions {
  now: number
  path?: string
  vault?: Vault
}

/** A store with nothing around it; no worker runs. */
export async function openShop({ now, path, vault }: ShopOptions): Promise<Shop> {
  const store = await openTestStore(path, vault)
  const shop: Shop = {
    store,
    now,
    billing: { ...testBilling },
    onMail: () => {},
    platform: {
      store,
      clock: () => shop.now,
      get policies() {
        return { billing: shop.billing }
      },
      buyers: { remember: rememberBuyer },
      mailWorker: { begin() {}, wake: () => shop.onMail(), close: async () => {} },
    } as unknown as Platform,
    [Symbol.asyncDispose]: () => store.close(),
  }
  return shop
}

/** An organisation with an address. */
export async function addCustomer(
  store: Store,
  details: Partial<OrganisationDetails> = {},
): Promise<OrganisationId> {
  const organisation = newOrganisation(newId('orga'), 'Alice & Co', 1)
  const address = { address: '2 Street', city: 'Lyon', zipcode: '69001', country: 'FR' }
  await store.organisations.add({
    ...organisation,
    details: { ...organisation.details, ...address, ...details },
  })
  return organisation.id
}

/** One cent for each 100 seconds of size M. */
export const simplePrices: PriceData = {
  currency: 'EUR',
  sizes: { M: '0.0001' },
  vat: { rates: { FR: '20', DE: '19' } },
}

export const addPrices = (
  store: Store,
  validFrom: number,
  data: PriceData = simplePrices,
): Promise<boolean> => store.priceLists.add({ id: newId('prices'), validFrom, createdAt: 0, data })

/** An instance of size M. */
export const addUse = (
  store: Store,
  ownerId: OrganisationId,
  fields: Partial<UsageInterval>,
): Promise<void> =>
  store.usage.add({
    id: newId('usage'),
    kind: 'runtime',
    ownerId,
    resourceId: 'app_1',
    resourceName: 'hello',
    meterId: newId('meter'),
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
