import type { OwnedId } from '#console/api/query-keys.ts'

/** Parameters in the paths of pages, as their loaders get them. */
export interface OwnerParams {
  ownerId: string
}

export interface ApplicationParams extends OwnerParams {
  applicationId: string
}

export interface AddonParams extends OwnerParams {
  addonId: string
}

export interface ProviderParams extends OwnerParams {
  providerId: string
}

export const applicationIn = ({ ownerId, applicationId }: ApplicationParams): OwnedId => ({
  ownerId,
  id: applicationId,
})

export const addonIn = ({ ownerId, addonId }: AddonParams): OwnedId => ({ ownerId, id: addonId })
