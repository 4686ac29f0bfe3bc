import type { User } from '#platform/accounts/user.ts'
import type { Addon } from '#platform/addons/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { ownOwner } from '#platform/providers/provider.ts'
import { Refusal } from '#platform/refusal.ts'
import { type SsoFields, ssoFields, ssoTimestamp } from '#protocol/sso.ts'

/** What a browser posts, and where, to be let into the panel of an add-on. */
export interface SignOn {
  url: string
  fields: SsoFields
}

/** Vouches for a user before the partner: whoever posts this within the next minutes is let in. */
export async function signOn(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  addon: Addon,
  user: Pick<User, 'id' | 'email'>,
): Promise<SignOn> {
  const provider = await store.providers.find(addon.providerId)
  if (!provider || addon.realId === null || addon.state === 'deleting') {
    throw new Refusal(
      'conflict',
      `${addon.name} cannot be opened while it is ${addon.state}: try again once it is ready.`,
    )
  }
  if (provider.ownerId === ownOwner) {
    throw new Refusal(
      'conflict',
      `${provider.presentation.name} has no panel: \`berth addon show ${addon.name}\` and \`berth addon env ${addon.name}\` tell all about it.`,
    )
  }
  const { api } = provider.manifest
  const visit = {
    ...{ id: addon.realId, user_id: user.id, email: user.email, 'nav-data': '' },
    timestamp: ssoTimestamp(clock(), provider.timestampUnit),
  }
  return { url: api[addon.surroundings].sso_url, fields: ssoFields(visit, api.sso_salt) }
}
