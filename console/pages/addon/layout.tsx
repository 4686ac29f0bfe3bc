import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { addonQuery } from '#console/api/queries/addons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ButtonWebLink } from '#console/components/controls/button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { TabLinks } from '#console/components/display/tab-links.tsx'
import { type AddonTab, addressOf } from '#console/navigation/addresses.ts'
import { type AddonParams, addonIn } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { addonTexts as texts } from '#console/texts/en/addon.ts'
import { AddonStateBadge } from './addon-state-badge.tsx'
import { useAddonAddress } from './use-addon.ts'
import './addon.css'

export const loadAddon = (queryClient: QueryClient, params: AddonParams) =>
  void queryClient.prefetchQuery(addonQuery(addonIn(params)))

/** Name, state and tabs of an add-on around its pages. */
export function AddonLayout() {
  const address = useAddonAddress()
  const { data, error, refetch } = useQuery(addonQuery(address))
  // A deleted add-on is not found, even if the cache still has it.
  if (isUnseen(error)) return <NotFound />
  if (data) return <LoadedAddon address={address} addon={data} />
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

function LoadedAddon({ address, addon }: { address: OwnedId; addon: Addon }) {
  const role = useOwners().current?.role
  const { name, state, provider, plan, region } = addon
  const mayOperate = mayDo(role, 'operate')
  return (
    <>
      <PageHeader
        title={name}
        detail={
          <>
            <AddonStateBadge state={state} />
            <span>{provider.name}</span>
            <span>{plan.name}</span>
            <span>{region}</span>
          </>
        }
        actions={
          mayOperate &&
          state === 'ready' && (
            <ButtonWebLink href={dashboardOf(addon)} icon={ExternalLink}>
              {texts.open}
            </ButtonWebLink>
          )
        }
      />
      <TabLinks label={texts.tabs} tabs={tabsFor(address, { mayOperate, pages: provider.pages })} />
      <Outlet />
    </>
  )
}

/** A page of the server that signs the user in at the provider by a form, which the console itself may not post. */
const dashboardOf = ({ id }: Addon) =>
  `${location.origin}/addons/open?${new URLSearchParams({ addon_id: id })}`

/** Values, files, data and back-ups are for those who operate it. */
const forOperators = ['variables', 'files', 'data', 'backups']

/** Tabs that add-ons have whose provider declares them. */
const declaredTabs: readonly (AddonTab | '')[] = ['files', 'data', 'backups']

const tabsFor = (
  address: OwnedId,
  { mayOperate, pages }: { mayOperate: boolean; pages: readonly string[] },
) =>
  (Object.entries(texts.tabNames) as [AddonTab | '', string][])
    .filter(([tab]) => mayOperate || !forOperators.includes(tab))
    .filter(([tab]) => !declaredTabs.includes(tab) || pages.includes(tab))
    .map(([tab, label]) => ({
      to: addressOf.addon(address, tab),
      label,
      isExact: tab === '',
    }))
