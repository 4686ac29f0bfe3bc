import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, GitCompareArrows, Rocket } from 'lucide-react'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import { mayDo } from '#console/api/permissions.ts'
import { summariesQuery } from '#console/api/queries/application/deployments.ts'
import { Button, ButtonLink } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type Address, addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import { DeploymentTable } from './deployment-table.tsx'
import './deployments.css'

const pageSize = 25

/** One more than is shown, to know whether there are older ones. */
const pageOf = (action: string, page: number) => ({
  limit: pageSize + 1,
  offset: (page - 1) * pageSize,
  ...(action !== '' && { action: action as Deployment['action'] }),
})

export function loadApplicationDeployments(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(summariesQuery(applicationIn(params), pageOf('', 1)))
}

/** All deployments, newest first, with their states as they change. */
export function ApplicationDeploymentsPage() {
  const address = useApplicationAddress()
  const { current } = useOwners()
  const [action] = useAddressState('kind')
  const navigate = useNavigate()
  // Another kind begins with its newest ones.
  const setAction = (kind: string) => void navigate({ to: '.', search: { kind } })
  const [at, setAt] = useAddressState('page', '1', { isStep: true })
  const page = Math.max(1, Math.trunc(Number(at)) || 1)
  const query = useQuery(summariesQuery(address, pageOf(action, page)))
  useWindowTitle(texts.title)
  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        <>
          {mayDo(current?.role, 'operate') && (
            <ButtonLink to={addressOf.comparison(address)} size="small" icon={GitCompareArrows}>
              {texts.compare.action}
            </ButtonLink>
          )}
          <Select
            label={texts.kind}
            isLabelHidden
            value={action}
            choices={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
            onChange={setAction}
          />
        </>
      }
    >
      <Loaded
        query={query}
        skeleton={
          <div className="deployments-skeleton">
            <SkeletonLines count={6} height="1.5rem" />
          </div>
        }
      >
        {(found) =>
          found.length === 0 && page === 1 ? (
            <Nothing overview={addressOf.application(address)} isFiltered={action !== ''} />
          ) : (
            <>
              <DeploymentTable address={address} deployments={found.slice(0, pageSize)} />
              {(page > 1 || found.length > pageSize) && (
                <nav className="deployments-pages" aria-label={texts.pages}>
                  <Button
                    size="small"
                    icon={ChevronLeft}
                    disabled={page === 1}
                    onClick={() => setAt(String(page - 1))}
                  >
                    {texts.newer}
                  </Button>
                  <Button
                    size="small"
                    icon={ChevronRight}
                    disabled={found.length <= pageSize}
                    onClick={() => setAt(String(page + 1))}
                  >
                    {texts.older}
                  </Button>
                </nav>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Nothing({ overview, isFiltered }: { overview: Address; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={texts.noneOfKind}>{texts.noneOfKindHelp}</EmptyState>
  return (
    <EmptyState
      icon={Rocket}
      title={texts.none}
      action={
        <ButtonLink to={overview} kind="primary">
          {texts.toOverview}
        </ButtonLink>
      }
    >
      {texts.noneHelp}
    </EmptyState>
  )
}
