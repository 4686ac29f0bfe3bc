import { useQuery } from '@tanstack/react-query'
import type { CronRun, CronRunWithOutput } from '#client/resources/crons.ts'
import { cronRunQuery } from '#console/api/queries/application/crons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { RunState } from '#console/pages/application/tasks/run-state.tsx'
import { TaskOutput } from '#console/pages/application/tasks/task-output.tsx'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'

interface RunDialogProps {
  address: OwnedId
  run: CronRun
  onClose(): void
}

/** The end of the output of a run. */
export function RunDialog({ address, run, onClose }: RunDialogProps) {
  const query = useQuery(cronRunQuery(address, run.id))
  return (
    <Dialog title={texts.output(run.name)} size="wide" isOpen onClose={onClose}>
      <Loaded query={query} skeleton={<TableSkeleton count={3} height="1.5rem" />}>
        {(loaded) => (
          <>
            <p>
              <RunState run={loaded} /> {loaded.reason}
            </p>
            <RunOutput run={loaded} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function RunOutput({ run: { state, output, isCut } }: { run: CronRunWithOutput }) {
  if (state === 'running') return <p className="muted">{texts.stillRunning}</p>
  if (output === '') return <p className="muted">{texts.noOutput}</p>
  return <TaskOutput label={texts.show} output={output} cut={isCut ? texts.cut : undefined} />
}
