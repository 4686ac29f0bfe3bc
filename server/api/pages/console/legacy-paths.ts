import type { Endpoint } from '#api/http/endpoint.ts'
import { redirect } from '#api/http/response.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { pageEndpoint } from '#api/pages/page-endpoint.ts'
import type { UserId } from '#platform/model/ids.ts'
import { accountAddresses, applicationAddress, consumerAddress, ownerAddress } from './addresses.ts'

/** A path of existing clients and the address of the console for it. */
function legacyPath(
  path: string,
  toAddress: (named: Readonly<Record<string, string>>, userId: UserId) => string,
): Endpoint {
  return pageEndpoint({
    method: 'GET',
    path,
    title: 'Console',
    summary: 'Redirects to the console',
    async handle(call) {
      const { pathname, search } = new URL(call.request.url)
      const { user } = call.visit
      const next = pathname + search
      if (!user) return redirect(loginPath(new URLSearchParams({ next })))
      return redirect(toAddress(call.params, user.id) + search)
    },
  })
}

const ofUser = ({ applicationId = '' }: Readonly<Record<string, string>>, ownerId: UserId) => ({
  id: applicationId,
  ownerId,
})

/** Paths that the stock command-line tool opens, or that earlier pages had, and that the console has elsewhere. */
export const legacyPaths = [
  legacyPath('/users/me', (_, userId) => ownerAddress(userId)),
  legacyPath('/users/me/applications/:applicationId', (named, userId) =>
    applicationAddress(ofUser(named, userId)),
  ),
  legacyPath('/users/me/applications/:applicationId/:section', (named, userId) =>
    applicationAddress(ofUser(named, userId), named.section ?? ''),
  ),
  legacyPath(
    '/users/me/addons/:addonId',
    ({ addonId = '' }, userId) => `${ownerAddress(userId)}/addons/${encodeURIComponent(addonId)}`,
  ),
  legacyPath('/users/me/oauth-consumers/:key', ({ key = '' }, ownerId) =>
    consumerAddress({ key, ownerId }),
  ),
  legacyPath(
    '/organisations/:ownerId/oauth-consumers/:key',
    ({ ownerId = '', key = '' }) =>
      `/organisations/${encodeURIComponent(ownerId)}/consumers/${encodeURIComponent(key)}`,
  ),
  // Where it was before the console had a page for it.
  legacyPath('/account/second-factor', () => '/account/security'),
  ...Object.entries(accountAddresses).map(([part, address]) =>
    legacyPath(`/users/me/${part}`, () => address),
  ),
]
