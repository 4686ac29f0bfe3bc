import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { sessionQuery } from '#console/api/queries/session.ts'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { TabLinks } from '#console/components/display/tab-links.tsx'
import { addressOf, type OperatorTab } from '#console/navigation/addresses.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'
import './operator.css'

const tabs = (Object.entries(texts.tabNames) as [OperatorTab | '', string][]).map(
  ([tab, label]) => ({
    to: addressOf.operator(tab),
    label,
    isExact: tab === '',
  }),
)

/** The pages for those who operate the platform; for others they do not exist. */
export function OperatorLayout() {
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return <PageSkeleton />
  if (!session?.isOperator) return <NotFound />
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} />
      <TabLinks label={texts.tabs} tabs={tabs} />
      <Outlet />
    </>
  )
}
