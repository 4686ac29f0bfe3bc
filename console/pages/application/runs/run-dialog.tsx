import { useQuery } from '@tanstack/react-query'
import type { Run, RunWithOutput } from '#client/resources/runs.ts'
import { runQuery } from '#console/api/queries/application/runs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { TaskOutput } from '#console/pages/application/tasks/task-output.tsx'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { RunState } from './run-state.tsx'

interface RunDialogProps {
  address: OwnedId
  run: Run
  onClose(): void
}

/** What a one-off command has printed, also while it goes on. */
export function RunDialog({ address, run, onClose }: RunDialogProps) {
  const query = useQuery(runQuery(address, run.id))
  return (
    <Dialog title={texts.output} size="wide" isOpen onClose={onClose}>
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

function RunOutput({ run: { detached, output, isCut } }: { run: RunWithOutput }) {
  if (!detached) return <p className="muted">{texts.notKept}</p>
  if (output === '') return <p className="muted">{texts.noOutput}</p>
  return <TaskOutput label={texts.show} output={output} cut={isCut ? texts.cut : undefined} />
}
