import type { Caller } from '#platform/access/caller.ts'
import {
  type Permission,
  type PersonalPermission,
  permitApplication,
  permitOwner,
  permitPersonally,
} from '#platform/access/permissions.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Platform } from '#platform/platform.ts'
import type { Access } from './endpoint.ts'

/** What a call is about, once it is permitted. */
export interface Permitted {
  ownerId?: string
  application?: Application
}

/** Refuses what the endpoint's access does not allow this caller. */
export async function permit(
  platform: Platform,
  access: Access,
  params: Record<string, string>,
  caller: Caller,
): Promise<Permitted> {
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
    default:
      if (permission) permitPersonally(caller, permission as PersonalPermission)
      return {}
  }
}
