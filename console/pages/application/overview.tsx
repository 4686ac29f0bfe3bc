import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Application } from '#client/resources/applications/applications.ts'
import { mayDo } from '#console/api/permissions.ts'
import {
  applicationQuery,
  applicationToolsQuery,
  recentMetricsQuery,
} from '#console/api/queries/application/applications.ts'
import { domainsQuery } from '#console/api/queries/application/domains.ts'
import { applicationCostQuery } from '#console/api/queries/billing.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { TagEditor } from '#console/components/tags/tag-editor.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners, useRole } from '#console/navigation/use-owner.ts'
import { DomainLink } from '#console/pages/application/domains/domain-link.tsx'
import { CostPanel } from '#console/pages/billing/costs/cost-panel.tsx'
import { PushCommands } from '#console/pages/create/application/push-commands.tsx'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'
import { tagTexts } from '#console/texts/en/tags.ts'
import { FirstSteps } from './first-steps.tsx'
import { LastDeployment } from './last-deployment.tsx'
import { OutdatedNotice } from './outdated/outdated-notice.tsx'
import { RecentLoad } from './recent-load.tsx'
import './overview.css'

export function loadApplicationOverview(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(recentMetricsQuery(address))
  void queryClient.prefetchQuery(domainsQuery(address))
  void queryClient.prefetchQuery(applicationToolsQuery(address))
}

/** What an application is, how it was deployed last, and how it has been doing. */
export function ApplicationOverviewPage() {
  const address = useApplicationAddress()
  const application = useQuery(applicationQuery(address))
  const status = useQuery(statusQuery(address))
  const mayMeter = mayDo(useRole(address.ownerId), 'meter')
  const cost = useQuery({ ...applicationCostQuery(address), enabled: mayMeter })
  const list = addressOf.application(address, 'deployments')
  return (
    <>
      {status.data && <FirstSteps ownerId={address.ownerId} status={status.data} />}
      <OutdatedNotice address={address} />
      <div className="columns">
        <Panel title={texts.information}>
          <Loaded query={application}>{(value) => <Information application={value} />}</Loaded>
        </Panel>
        <div className="stack">
          <Panel
            title={texts.lastDeployment}
            actions={
              <ConsoleLink to={list} className="small">
                {texts.allDeployments}
              </ConsoleLink>
            }
          >
            <Loaded query={status}>
              {({ lastDeployment }) =>
                lastDeployment ? (
                  <LastDeployment address={address} deployment={lastDeployment} />
                ) : (
                  application.data && <FirstPush application={application.data} />
                )
              }
            </Loaded>
          </Panel>
          {mayMeter && <CostPanel ownerId={address.ownerId} query={cost} />}
        </div>
      </div>
      <RecentLoad address={address} />
    </>
  )
}

function Information({ application }: { application: Application }) {
  const { id, deployment, vhosts, zone, commitId, branch, instance, creationDate } = application
  const { facts } = texts
  const domains = useQuery(domainsQuery(application))
  const role = useOwners().current?.role
  const gitUrl = deployment.httpUrl ?? deployment.url
  return (
    <FactList
      facts={[
        { name: facts.id, value: <CopyValue what={facts.id} value={id} /> },
        { name: facts.gitUrl, value: <CopyValue what={facts.gitUrl} value={gitUrl} /> },
        { name: facts.sshUrl, value: <CopyValue what={facts.sshUrl} value={deployment.url} /> },
        {
          name: facts.domains,
          value: (
            <Loaded query={domains} skeleton={<SkeletonLines count={vhosts.length} />}>
              {(list) => (
                <ul className="domain-list">
                  {list.map(({ fqdn, url }) => (
                    <li key={fqdn}>
                      <DomainLink fqdn={fqdn} url={url} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
          ),
        },
        { name: facts.zone, value: zone },
        {
          name: facts.commit,
          value: commitId ? (
            <CopyValue what={facts.commit} value={commitId} />
          ) : (
            <span className="muted">{texts.notDeployed}</span>
          ),
        },
        { name: facts.branch, value: <code>{branch}</code> },
        { name: facts.size, value: sizeOf(instance) },
        {
          name: tagTexts.tags,
          value: (
            <TagEditor
              kind="application"
              address={application}
              mayChange={mayDo(role, 'operate')}
            />
          ),
        },
        { name: facts.created, value: <RelativeTime date={creationDate} /> },
      ]}
    />
  )
}

function sizeOf({ minInstances, maxInstances, minFlavor, maxFlavor }: Application['instance']) {
  const span = <Value,>(from: Value, to: Value) => (from === to ? `${from}` : `${from}–${to}`)
  return `${span(minInstances, maxInstances)} × ${span(minFlavor.name, maxFlavor.name)}`
}

/** The commands of a first push; an event refreshes the page after it. */
function FirstPush({ application }: { application: Application }) {
  return (
    <div className="first-push">
      <h3>{texts.noDeployment}</h3>
      <p className="muted small">{texts.noDeploymentHelp}</p>
      <PushCommands application={application} />
    </div>
  )
}
