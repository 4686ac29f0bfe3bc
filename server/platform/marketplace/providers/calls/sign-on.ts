import type { Platform } from '#platform/marketplace/platform.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type SsoFields, ssoFields, ssoTimestamp } from '#protocol/sso/sso.ts'
import { checkSso, defaultWindow } from '#protocol/sso/sso-check.ts'
import { createUsedForms } from '#protocol/sso/used-forms.ts'

/** URL and form that a browser posts to sign on to the panel of an add-on. */
export interface SignOn {
  url: string
  fields: SsoFields
}

/** Path of the panel for add-ons of built-in providers; the provider's id follows. */
export const ownPanelPath = '/addons/panel'

/** Signs a single sign-on form for a user, valid for a few minutes. */
export async function signOn(
  { store, clock, pagesUrl }: Pick<Platform, 'store' | 'clock' | 'pagesUrl'>,
  addon: Addon,
  user: Pick<User, 'id' | 'email'>,
): Promise<SignOn> {
  const provider = await store.providers.find(addon.providerId)
  if (!provider || addon.realId === null || addon.state === 'deleting') {
    throw new Refusal(
      'conflict',
      `${addon.name} cannot be opened while it is ${addon.state}. Try again once it is ready.`,
    )
  }
  const { api } = provider.manifest
  // Built-in providers listen on loopback, out of reach of browsers: the platform serves their panel.
  const url =
    provider.ownerId === ownOwner
      ? `${pagesUrl()}${ownPanelPath}/${provider.id}`
      : api[addon.surroundings].sso_url
  const visit = {
    id: addon.realId,
    user_id: user.id,
    email: user.email,
    'nav-data': '',
    timestamp: ssoTimestamp(clock(), provider.timestampUnit),
  }
  return { url, fields: ssoFields(visit, api.sso_salt) }
}

const isFirst = createUsedForms(defaultWindow)

/**
 * The add-on that a single sign-on form of a built-in provider opens, and its user; refuses a form without a fresh
 * signature of ours, and one that was used before.
 */
export async function openOwnPanel(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  providerId: string,
  form: URLSearchParams,
): Promise<{ addon: Addon; userId: string }> {
  const provider = await store.providers.find(providerId)
  if (provider?.ownerId !== ownOwner) {
    throw new Refusal('missing', 'There is no panel here.')
  }
  const checked = checkSso(form, { salt: provider.manifest.api.sso_salt, now: clock() })
  if (checked.problem !== undefined) throw new Refusal('forbidden', checked.problem)
  const addon = await store.addons.findByRealId(provider.id, checked.visit.id)
  if (!addon) throw new Refusal('missing', 'There is no such add-on.')
  if (!isFirst(form.get('signature') ?? '', clock()))
    throw new Refusal('forbidden', 'This form was used already; open the add-on again.')
  return { addon, userId: checked.visit.user_id }
}
