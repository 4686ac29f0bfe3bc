import { type QueryClient, useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { mayDo } from '#console/api/permissions.ts'
import { runsQuery } from '#console/api/queries/application/runs.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { RunTable } from './run-table.tsx'
import '#console/pages/application/tasks/tasks.css'

export function loadApplicationRuns(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(runsQuery(applicationIn(params)))
}

/** What members run beside an application, and have run. */
export function ApplicationRunsPage() {
  const address = useApplicationAddress()
  const query = useQuery(runsQuery(address))
  const mayChange = mayDo(useOwners().current?.role, 'operate')
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState icon={SquareTerminal} title={texts.none}>
              {texts.noneHelp}
            </EmptyState>
          ) : (
            <>
              <p className="task-help muted small">{texts.help}</p>
              <RunTable address={address} runs={runs} mayChange={mayChange} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
