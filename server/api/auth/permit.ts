import type { Access, OwnedKind } from '#api/http/endpoint.ts'
import {
  permitApplication,
  permitOperator,
  permitOwner,
  permitPersonally,
  permitProvider,
} from '#platform/identity/access/permit.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Permission } from '#platform/model/identity/access/permissions.ts'
import {
  isApplicationId,
  type OwnerId,
  parseApplicationId,
  parseOwnerId,
} from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Platform } from '#platform/platform.ts'

/** Target of a permitted call. */
export interface Subject {
  ownerId?: OwnerId
  application?: Application
  addon?: Addon
  provider?: Provider
}

/** Refuses unless the endpoint's access allows the caller. */
export function permit(
  platform: Platform,
  access: Access,
  params: Record<string, string>,
  caller: Caller,
): Subject | Promise<Subject> {
  if (access === 'operator') return permitAsOperator(platform, params, caller)
  if (typeof access === 'string') return nothing
  if (access.on !== 'user') return permitOwned(platform, access, params, caller)
  permitPersonally(caller, access.may)
  return nothing
}

/** Subject of a call that concerns the caller alone. */
export const nothing: Subject = {}

async function permitAsOperator(
  platform: Platform,
  { providerId = '' }: Record<string, string>,
  caller: Caller,
): Promise<Subject> {
  await permitOperator(platform, caller)
  const provider = await platform.store.providers.find(providerId)
  return provider ? { provider } : nothing
}

async function permitOwned(
  platform: Platform,
  { on, may }: { on: OwnedKind; may: Permission },
  params: Record<string, string>,
  caller: Caller,
): Promise<Subject> {
  const { ownerId, applicationId = '', addonId = '', resourceId = '', providerId } = params
  const pathOwner = ownerId === undefined ? undefined : parseOwnerId(ownerId)
  const owner = pathOwner ?? caller.userId
  switch (on) {
    case 'owner':
      await permitOwner(platform, caller, may, owner)
      return { ownerId: owner }
    case 'application':
      return {
        application: await permitApplication(
          platform,
          caller,
          may,
          parseApplicationId(applicationId),
          pathOwner,
        ),
      }
    case 'addon': {
      const wanted = {
        addonId,
        ...(pathOwner && { ownerId: pathOwner }),
        ...(providerId && { providerId }),
      }
      return { addon: await permitAddon(platform, caller, may, wanted) }
    }
    case 'resource':
      return isApplicationId(resourceId)
        ? permitOwned(
            platform,
            { on: 'application', may },
            { ...params, applicationId: resourceId },
            caller,
          )
        : permitOwned(platform, { on: 'addon', may }, { ...params, addonId: resourceId }, caller)
    case 'provider': {
      const wanted = { providerId: providerId ?? '', ownerId: owner }
      return { provider: await permitProvider(platform, caller, may, wanted) }
    }
  }
}
