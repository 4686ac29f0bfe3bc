import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { summaryQuery } from '#console/api/queries/account.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import { keep, readKept } from './browser-storage.ts'
import { currentOwner, type Owner, ownersOf } from './owners.ts'
import { applicationIn } from './page-params.ts'

const key = 'berth.owner'

export interface KnownOwners {
  owners: readonly Owner[]
  /** Absent while loading, or if the address names one that the user does not belong to. */
  current: Owner | undefined
  isLoading: boolean
  error: unknown
}

/** Organisations of the user, and the one that the address is about; it is remembered for pages without one. */
export function useOwners(): KnownOwners {
  const { data, isPending, error } = useQuery(summaryQuery)
  const { ownerId } = useParams({ strict: false })
  const owners = data ? ownersOf(data, shellTexts.personalSpace) : []
  const current = currentOwner(owners, ownerId, readKept(key))
  useEffect(() => {
    if (ownerId !== undefined && current) keep(key, ownerId)
  }, [ownerId, current])
  return { owners, current, isLoading: isPending, error }
}

/** Role of the user at an owner, which need not be that of the address. */
export const useRole = (ownerId: string): string | undefined =>
  useOwners().owners.find(({ id }) => id === ownerId)?.role

/** The application that the address is about, whichever of its pages is open. */
export function useOpenApplication(): OwnedId | undefined {
  const { ownerId, applicationId } = useParams({ strict: false })
  return ownerId && applicationId ? { ownerId, id: applicationId } : undefined
}

/** Id of the owner in the address; for pages below `/organisations/$ownerId`. */
export const useOwnerId = (): string => useParams({ from: '/organisations/$ownerId' }).ownerId

/** Address of the application of this page; for pages below `/organisations/$ownerId/applications/$applicationId`. */
export const useApplicationAddress = (): OwnedId =>
  applicationIn(useParams({ from: '/organisations/$ownerId/applications/$applicationId' }))
