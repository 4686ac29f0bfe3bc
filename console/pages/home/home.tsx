import { Navigate } from '@tanstack/react-router'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'

/** Leads to the organisation that was used last. */
export function HomePage() {
  const { current, error } = useOwners()
  if (current) return <Navigate {...addressOf.owner(current.id)} replace />
  return error ? <ErrorPanel error={error} /> : <PageSkeleton />
}
