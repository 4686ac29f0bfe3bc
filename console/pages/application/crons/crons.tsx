import { type QueryClient, useQuery } from '@tanstack/react-query'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Cron } from '#client/resources/crons.ts'
import { mayDo } from '#console/api/permissions.ts'
import { cronRunsQuery, cronsQuery } from '#console/api/queries/application/crons.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import { CronDialog } from './cron-dialog.tsx'
import { CronTable } from './cron-table.tsx'
import { RunTable } from './run-table.tsx'
import '#console/pages/application/tasks/tasks.css'

export function loadApplicationCrons(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(cronsQuery(address))
  void queryClient.prefetchQuery(cronRunsQuery(address))
}

/** What an application runs at certain times, and how it ended. */
export function ApplicationCronsPage() {
  const address = useApplicationAddress()
  const query = useQuery(cronsQuery(address))
  const runs = useQuery(cronRunsQuery(address))
  const mayChange = mayDo(useOwners().current?.role, 'operate')
  const [edited, setEdited] = useState<Cron | 'new'>()
  const add = mayChange && (
    <Button icon={Plus} kind="primary" onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <Panel
        title={texts.title}
        guide="guides/scheduled-tasks"
        isFlush
        actions={(query.data?.length ?? 0) > 0 && add}
      >
        <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
          {(crons) =>
            crons.length === 0 ? (
              <EmptyState icon={CalendarClock} title={texts.none} action={add}>
                {texts.noneHelp}
              </EmptyState>
            ) : (
              <>
                <p className="task-help muted small">{texts.help}</p>
                <CronTable
                  address={address}
                  crons={crons}
                  mayChange={mayChange}
                  onEdit={setEdited}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      {(runs.data?.length ?? 0) > 0 && (
        <Panel title={texts.runs} isFlush>
          <RunTable address={address} runs={runs.data ?? []} mayChange={mayChange} />
        </Panel>
      )}
      {edited && (
        <CronDialog
          address={address}
          cron={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
