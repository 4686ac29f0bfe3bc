import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Cable, Plus } from 'lucide-react'
import { useState } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import { drainsQuery } from '#console/api/queries/application/drains.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { drainTexts as texts } from '#console/texts/en/application/drains.ts'
import { DrainTable } from './drain-table.tsx'
import { NewDrainDialog } from './new-drain.tsx'
import './drains.css'

export function loadApplicationDrains(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(drainsQuery(applicationIn(params)))
}

/** Where the logs of an application are sent, and whether they arrive. */
export function ApplicationDrainsPage() {
  const address = useApplicationAddress()
  const query = useQuery(drainsQuery(address))
  const mayChange = mayDo(useOwners().current?.role, 'operate')
  const [isAdding, setIsAdding] = useState(false)
  const add = mayChange && (
    <Button icon={Plus} kind="primary" onClick={() => setIsAdding(true)}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <Panel title={texts.title} isFlush actions={(query.data?.length ?? 0) > 0 && add}>
        <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
          {(drains) =>
            drains.length === 0 ? (
              <EmptyState icon={Cable} title={texts.none} action={add}>
                {texts.noneHelp}
              </EmptyState>
            ) : (
              <>
                <p className="drains-help muted small">{texts.help}</p>
                <DrainTable address={address} drains={drains} mayChange={mayChange} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {isAdding && <NewDrainDialog address={address} onClose={() => setIsAdding(false)} />}
    </>
  )
}
