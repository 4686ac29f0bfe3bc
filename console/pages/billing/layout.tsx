import { Outlet } from '@tanstack/react-router'
import { mayDo } from '#console/api/permissions.ts'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { TabLinks } from '#console/components/display/tab-links.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { billingTexts as texts } from '#console/texts/en/organisation/billing.ts'

/** Usage, invoices, prices and credits; those that the role may see. */
export function BillingLayout() {
  const { current } = useOwners()
  if (!current) return null
  const { id, role } = current
  if (!mayDo(role, 'meter')) return <NotFound />
  const { tabNames } = texts
  const tabs = [
    { to: addressOf.billing(id), label: tabNames.usage, isExact: true },
    ...(mayDo(role, 'bill')
      ? [{ to: addressOf.billing(id, 'invoices'), label: tabNames.invoices }]
      : []),
    { to: addressOf.billing(id, 'prices'), label: tabNames.prices },
    ...(mayDo(role, 'bill')
      ? [{ to: addressOf.billing(id, 'account'), label: tabNames.account }]
      : []),
  ]
  return (
    <>
      <PageHeader title={texts.title} />
      <TabLinks label={texts.tabs} tabs={tabs} />
      <Outlet />
    </>
  )
}
