import { redirect } from '#api/http/response.ts'
import {
  hasPermission,
  permitAddon,
  permitApplication,
  permitOwner,
} from '#platform/access/permit.ts'
import { isApplicationId, isOwnerId } from '#platform/ids.ts'
import { type ConsoleCall, consolePage } from './console-page.ts'
import {
  accountParts,
  accountPath,
  addonPath,
  applicationPath,
  consumerPath,
  ownerPath,
} from './paths.ts'

const title = 'Find something'
const summary =
  'Leads to the page of an application, an add-on, an organisation or a part of the account'

/** By id, as printed by existing clients. */
const goToId = consolePage({
  path: '/goto/:id',
  title,
  summary,
  target: ({ id = '' }) => id,
  handle: async (call) => redirect(await pathOf(call, call.named.id ?? '')),
})

/** After a login, which carries fields but no paths. */
const goToField = consolePage({
  path: '/goto',
  title,
  summary,
  target: (_, fields) => fields.get('goto') ?? '',
  handle: async (call) => redirect(await pathOf(call, call.fields.get('goto') ?? '')),
})

/** Path of a page; what the user may not see is reported as missing. */
async function pathOf({ platform, caller }: ConsoleCall, id: string): Promise<string> {
  const part = accountParts.find((each) => each === id)
  if (part) return accountPath(part)
  if (id === '') return '/'
  if (isApplicationId(id)) {
    return applicationPath(await permitApplication(platform, caller, 'see', id))
  }
  if (isOwnerId(id)) {
    await permitOwner(platform, caller, 'belong', id)
    return ownerPath(id)
  }
  const consumer = await platform.store.consumers.find(id)
  const { ownerId = '' } = consumer ?? {}
  if (isOwnerId(ownerId) && (await hasPermission(platform, caller, 'belong', ownerId))) {
    return consumerPath({ key: id, ownerId })
  }
  return addonPath(await permitAddon(platform, caller, 'see', { addonId: id }))
}

export const gotoPages = [goToId, goToField]
