import { Outlet } from '@tanstack/react-router'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'

/** Everything of an organisation; one that the user does not belong to looks as if it did not exist. */
export function OrganisationLayout() {
  const { current, isLoading, error } = useOwners()
  if (current) return <Outlet />
  if (isLoading) return <PageSkeleton />
  return error ? <ErrorPanel error={error} /> : <NotFound />
}
