import { useQuery } from '@tanstack/react-query'
import { Square, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { isRunEnded, type Run, runs as runApi } from '#client/resources/runs.ts'
import { connection } from '#console/api/connection.ts'
import { runKey } from '#console/api/queries/application/runs.ts'
import { membersQuery } from '#console/api/queries/members.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { RunDialog } from './run-dialog.tsx'
import { RunState } from './run-state.tsx'
import '#console/components/display/panel.css'

interface RunTableProps {
  address: OwnedId
  runs: readonly Run[]
  mayChange: boolean
}

/** One-off commands with who runs them and how they have ended, their output, and a way to stop them. */
export function RunTable({ address, runs, mayChange }: RunTableProps) {
  const [shown, setShown] = useState<Run>()
  // A personal space has no members.
  const enabled = address.ownerId.startsWith('orga_')
  const members = useQuery({ ...membersQuery(address.ownerId), enabled })
  const nameOf = ({ startedBy }: Run) =>
    members.data?.find(({ member }) => member.id === startedBy)?.member.name
  const stop = useAction({
    run: ({ id }: Run) => runApi(connection).stop(address, id),
    changes: [runKey(address)],
    done: texts.stopped,
  })
  const columns: Column<Run>[] = [
    {
      key: 'command',
      title: texts.columns.command,
      cell: (run) => (
        <span className="task-name">
          <code>{run.command}</code>
          {nameOf(run) && <small>{texts.by(nameOf(run) ?? '')}</small>}
        </span>
      ),
    },
    {
      key: 'state',
      title: texts.columns.state,
      cell: (run) => (
        <span className="task-name">
          <RunState run={run} />
          {run.reason && <small>{run.reason}</small>}
          {!run.detached && !isRunEnded(run) && <small>{texts.attached}</small>}
        </span>
      ),
    },
    {
      key: 'time',
      title: texts.columns.time,
      cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
    },
    {
      key: 'took',
      title: texts.columns.took,
      cell: ({ startedAt, createdAt, endedAt }) =>
        endedAt === null ? '' : formatDuration(endedAt - (startedAt ?? createdAt)),
    },
    { key: 'size', title: texts.columns.size, cell: ({ size }) => size },
    actionsColumn((run) => (
      <span className="row-actions">
        {!isRunEnded(run) && mayChange && (
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
      <Table label={texts.title} columns={columns} rows={runs} rowKey={({ id }) => id} />
      {stop.error && (
        <div className="panel-body">
          <ErrorLine error={stop.error} />
        </div>
      )}
      {shown && <RunDialog address={address} run={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
