import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { type CronRun, crons as cronApi } from '#client/resources/crons.ts'
import { connection } from '#console/api/connection.ts'
import { cronKey } from '#console/api/queries/application/crons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { TaskRunTable } from '#console/pages/application/tasks/task-run-table.tsx'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import { RunDialog } from './run-dialog.tsx'

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
  return (
    <>
      <TaskRunTable
        label={texts.runs}
        runs={runs}
        subject={{ key: 'task', title: texts.columns.name, cell: ({ name }) => name }}
        timesOf={({ startedAt }) => ({ begunAt: startedAt, ranFrom: startedAt })}
        noteOf={({ cause }) => ({ time: cause === 'request' ? texts.requested : undefined })}
        output={(run) => (
          <Button kind="quiet" size="small" icon={SquareTerminal} onClick={() => setShown(run)}>
            {texts.show}
          </Button>
        )}
        mayStop={mayChange}
        stop={stop}
      />
      {shown && <RunDialog address={address} run={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
