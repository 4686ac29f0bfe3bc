import { Navigate } from '@tanstack/react-router'
import { addressOf } from '#console/navigation/addresses.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { useCreateOwner } from './use-create-owner.ts'

/** Add-ons are ordered in the marketplace. */
export function CreateAddonPage() {
  const { owner, isLoading } = useCreateOwner('addon')
  if (!owner) return isLoading ? <PageSkeleton /> : <NotFound />
  return <Navigate {...addressOf.owner(owner.id, 'marketplace')} replace />
}
