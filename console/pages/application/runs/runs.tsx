import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Play, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { runsQuery } from '#console/api/queries/application/runs.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { BeginRunDialog } from './begin-run-dialog.tsx'
import { RunTable } from './run-table.tsx'
import { useRunActions } from './use-run-actions.ts'
import '#console/pages/application/tasks/tasks.css'

export function loadApplicationRuns(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(runsQuery(applicationIn(params)))
}

/** What members run beside an application, and have run. */
export function ApplicationRunsPage() {
  const address = useApplicationAddress()
  const query = useQuery(runsQuery(address))
  const { mayBegin } = useRunActions(address)
  const [isBeginning, setBeginning] = useState(false)
  const begin = mayBegin && (
    <Button icon={Play} kind="primary" onClick={() => setBeginning(true)}>
      {texts.begin}
    </Button>
  )
  return (
    <>
      <Panel
        title={texts.title}
        guide="guides/one-off-commands"
        isFlush
        actions={(query.data?.length ?? 0) > 0 && begin}
      >
        <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
          {(runs) =>
            runs.length === 0 ? (
              <EmptyState icon={SquareTerminal} title={texts.none} action={begin}>
                {texts.noneHelp}
              </EmptyState>
            ) : (
              <>
                <p className="task-help muted small">{texts.help}</p>
                <RunTable address={address} runs={runs} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {isBeginning && <BeginRunDialog address={address} onClose={() => setBeginning(false)} />}
    </>
  )
}
