import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { mayDo, type Permission } from '#console/api/permissions.ts'
import { ownProvidersQuery } from '#console/api/queries/providers.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { TabLinks } from '#console/components/display/tab-links.tsx'
import { addressOf, type ProviderTab } from '#console/navigation/addresses.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { providerTexts as texts } from '#console/texts/en/provider.ts'
import { useProviderAddress } from './use-provider.ts'
import './provider.css'

export const loadProvider = (queryClient: QueryClient, { ownerId }: OwnerParams) =>
  void queryClient.prefetchQuery(ownProvidersQuery(ownerId))

/** Name, stage and tabs of a provider around its pages. */
export function ProviderLayout() {
  const { ownerId, providerId } = useProviderAddress()
  const role = useOwners().current?.role
  const { data, error, refetch } = useQuery(ownProvidersQuery(ownerId))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const provider = data.find(({ id }) => id === providerId)
  if (!provider) return <NotFound />
  const { name, status, plans } = provider
  return (
    <>
      <PageHeader
        title={name}
        detail={
          <>
            <Badge kind={status === 'RELEASE' ? 'good' : 'accent'}>
              {texts.stages[status] ?? status}
            </Badge>
            <span>{texts.kind}</span>
            <code>{providerId}</code>
          </>
        }
        actions={
          plans.length > 0 &&
          status !== 'DELETED' && (
            <ButtonLink to={addressOf.offer(ownerId, providerId)} icon={Store}>
              {texts.inMarketplace}
            </ButtonLink>
          )
        }
      />
      <TabLinks label={texts.tabs} tabs={tabsFor(ownerId, providerId, role)} />
      <Outlet />
    </>
  )
}

/** What a tab needs; the others are for everyone who sees the provider. */
const permissions: Readonly<Record<string, Permission>> = {
  manifest: 'offer',
  testers: 'offer',
  calls: 'offer',
  statements: 'bill',
  settings: 'offer',
}

const tabsFor = (ownerId: string, providerId: string, role: string | undefined) =>
  (Object.entries(texts.tabNames) as [ProviderTab | '', string][])
    .filter(([tab]) => permissions[tab] === undefined || mayDo(role, permissions[tab]))
    .map(([tab, label]) => ({
      to: addressOf.provider(ownerId, providerId, tab),
      label,
      isExact: tab === '',
    }))
