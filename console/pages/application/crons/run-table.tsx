import { Square, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { type CronRun, crons as cronApi } from '#client/resources/crons.ts'
import { connection } from '#console/api/connection.ts'
import { cronKey } from '#console/api/queries/application/crons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { RunDialog } from './run-dialog.tsx'
import { RunState } from './run-state.tsx'
import '#console/components/display/panel.css'

interface RunTableProps {
  address: OwnedId
  runs: readonly CronRun[]
  mayChange: boolean
}

/** The last runs of all tasks, with their outcome, and their output on demand. */
export function RunTable({ address, runs, mayChange }: RunTableProps) {
  const [shown, setShown] = useState<CronRun>()
  const stop = useAction({
    run: ({ id }: CronRun) => cronApi(connection).stopRun(address, id),
    changes: [cronKey(address)],
    done: texts.stopped,
  })
  const columns: Column<CronRun>[] = [
    { key: 'task', title: texts.runColumns.task, cell: ({ name }) => name },
    {
      key: 'state',
      title: texts.runColumns.state,
      cell: (run) => (
        <span className="task-name">
          <RunState run={run} />
          {run.reason && <small>{run.reason}</small>}
        </span>
      ),
    },
    {
      key: 'time',
      title: texts.runColumns.time,
      cell: ({ startedAt, cause }) => (
        <span className="task-name">
          <RelativeTime date={startedAt} />
          {cause === 'request' && <small>{texts.requested}</small>}
        </span>
      ),
    },
    {
      key: 'took',
      title: texts.runColumns.took,
      cell: ({ startedAt, endedAt }) =>
        endedAt === null ? '' : formatDuration(endedAt - startedAt),
    },
    actionsColumn((run) => (
      <span className="row-actions">
        {run.state === 'running' && mayChange && (
          <Button kind="quiet" size="small" icon={Square} onClick={() => stop.mutate(run)}>
            {texts.stop}
          </Button>
        )}
        <Button kind="quiet" size="small" icon={SquareTerminal} onClick={() => setShown(run)}>
          {texts.show}
        </Button>
      </span>
    )),
  ]
  return (
    <>
      <Table label={texts.runs} columns={columns} rows={runs} rowKey={({ id }) => id} />
      {stop.error && (
        <div className="panel-body">
          <ErrorLine error={stop.error} />
        </div>
      )}
      {shown && <RunDialog address={address} run={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
