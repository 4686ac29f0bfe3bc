import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { Application } from '#client/resources/applications/applications.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { ButtonWebLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Badge, StateBadge } from '#console/components/display/state-badge.tsx'
import { TabLinks } from '#console/components/display/tab-links.tsx'
import { counted } from '#console/format/figures.ts'
import { type ApplicationTab, addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'
import { stateTexts } from '#console/texts/en/components.ts'
import { ApplicationActions } from './application-actions.tsx'
import { MaintenanceBanner } from './maintenance/maintenance-banner.tsx'

export function loadApplication(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(applicationQuery(applicationIn(params)))
  void queryClient.prefetchQuery(statusQuery(applicationIn(params)))
}

/** Name, state and tabs of an application around its pages. */
export function ApplicationLayout() {
  const address = useApplicationAddress()
  const { data, error, refetch } = useQuery(applicationQuery(address))
  if (data) return <LoadedApplication application={data} />
  if (isUnseen(error)) return <NotFound />
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

function LoadedApplication({ application }: { application: Application }) {
  const { data: status } = useQuery(statusQuery(application))
  const { name, zone, instance } = application
  const mayOperate = mayDo(useOwners().current?.role, 'operate')
  return (
    <>
      <PageHeader
        title={name}
        detail={
          <>
            {status ? <StateBadge state={status.state} /> : <Skeleton width="5rem" />}
            {status?.lastDeployment?.state === 'FAIL' && (
              <ConsoleLink
                to={addressOf.deployment(application, status.lastDeployment.uuid)}
                className="failed-deployment"
              >
                <Badge kind="wrong">{stateTexts.lastFailed}</Badge>
              </ConsoleLink>
            )}
            <span>{instance.variant.name}</span>
            {status && (
              <span>
                {counted(status.instances, 'instance')} {status.flavor}
              </span>
            )}
            <span>{zone}</span>
          </>
        }
        actions={
          <>
            {status?.url && application.state === 'SHOULD_BE_UP' && (
              <ButtonWebLink href={status.url} icon={ExternalLink}>
                {texts.open}
              </ButtonWebLink>
            )}
            <ApplicationActions application={application} />
          </>
        }
      />
      {mayOperate && <MaintenanceBanner address={application} />}
      <TabLinks label={texts.tabs} tabs={tabsOf(application, mayOperate)} />
      <Outlet />
    </>
  )
}

const tabsOf = (application: Application, mayOperate: boolean) =>
  (Object.entries(texts.tabNames) as [ApplicationTab | '', string][])
    .filter(([tab]) => mayOperate || tab !== 'terminal')
    .map(([tab, label]) => ({
      to: addressOf.application(application, tab),
      label,
      isExact: tab === '',
    }))
