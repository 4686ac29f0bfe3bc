import { redirect } from '#api/http/response.ts'
import { callerOn } from '#api/pages/audit-page-action.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { hasPermission, permitApplication, permitOwner } from '#platform/identity/access/permit.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { isApplicationId, isOwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import {
  accountAddresses,
  addonAddress,
  applicationAddress,
  consumerAddress,
  ownerAddress,
} from './addresses.ts'

const title = 'Find something'
const summary =
  'Redirects to the page of an application, an add-on, an organisation or a part of the account'

/** By id, as printed by existing clients. */
const goToId = pageEndpoint({
  method: 'GET',
  path: '/goto/:id',
  title,
  summary,
  handle: (call) => goTo(call, (call.params as Readonly<Record<string, string>>).id ?? ''),
})

/** After a login, which carries fields. */
const goToField = pageEndpoint({
  method: 'GET',
  path: '/goto',
  title,
  summary,
  handle: (call) => goTo(call, call.fields.get('goto') ?? ''),
})

async function goTo({ platform, visit }: PageCall, id: string): Promise<Response> {
  const { user } = visit
  if (!user) return redirect(loginPath(new URLSearchParams({ goto: id })))
  return redirect(await addressOf(platform, callerOn(visit, user), id).catch(hideRefusal))
}

/** The same for what does not exist and for what the user may not see. */
function hideRefusal(error: unknown): never {
  const isHidden = error instanceof Refusal && ['missing', 'forbidden'].includes(error.kind)
  throw isHidden ? new Refusal('missing', 'There is nothing with this id.') : error
}

/** Address of a thing; what the user may not see is reported as missing. */
async function addressOf(platform: Platform, caller: Caller, id: string): Promise<string> {
  const ofAccount = Object.hasOwn(accountAddresses, id) ? accountAddresses[id] : undefined
  if (ofAccount) return ofAccount
  if (id === '') return '/'
  if (isApplicationId(id)) {
    return applicationAddress(await permitApplication(platform, caller, 'see', id))
  }
  if (isOwnerId(id)) {
    await permitOwner(platform, caller, 'belong', id)
    return ownerAddress(id)
  }
  const consumer = await platform.store.consumers.find(id)
  const { ownerId = '' } = consumer ?? {}
  if (isOwnerId(ownerId) && (await hasPermission(platform, caller, 'belong', ownerId))) {
    return consumerAddress({ key: id, ownerId })
  }
  return addonAddress(await permitAddon(platform, caller, 'see', { addonId: id }))
}

export const gotoPages = [goToId, goToField]
