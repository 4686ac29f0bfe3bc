import type { Access } from '#api/http/endpoint.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { Permission, PersonalPermission } from '#platform/access/permissions.ts'
import {
  permitAddon,
  permitApplication,
  permitOperator,
  permitOwner,
  permitPersonally,
  permitProvider,
} from '#platform/access/permit.ts'
import type { Addon } from '#platform/addons/addon.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import type { Provider } from '#platform/providers/provider.ts'

/** What a call is about, once it is permitted. */
export interface Subject {
  ownerId?: string
  application?: Application
  addon?: Addon
  provider?: Provider
}

/** Refuses what the endpoint's access does not allow this caller. */
export async function permit(
  platform: Platform,
  access: Access,
  params: Record<string, string>,
  caller: Caller,
): Promise<Subject> {
  const [kind, permission] = access.split(':')
  const { applicationId = '', ownerId } = params
  switch (kind) {
    case 'owner': {
      const owner = ownerId ?? caller.userId
      await permitOwner(platform, caller, permission as Permission, owner)
      return { ownerId: owner }
    }
    case 'application':
      return {
        application: await permitApplication(
          platform,
          caller,
          permission as Permission,
          applicationId,
          ownerId,
        ),
      }
    case 'addon': {
      const { addonId = '', providerId } = params
      const wanted = { addonId, ...(ownerId && { ownerId }), ...(providerId && { providerId }) }
      return { addon: await permitAddon(platform, caller, permission as Permission, wanted) }
    }
    case 'provider': {
      const wanted = { providerId: params.providerId ?? '', ownerId: ownerId ?? caller.userId }
      return { provider: await permitProvider(platform, caller, permission as Permission, wanted) }
    }
    case 'operator': {
      await permitOperator(platform, caller)
      const provider = await platform.store.providers.find(params.providerId ?? '')
      return provider ? { provider } : {}
    }
    default:
      if (permission) permitPersonally(caller, permission as PersonalPermission)
      return {}
  }
}
