import type { ApplicationTask } from '#console/shell/commands/command.ts'
import { AddVariableDialog } from './add-variable-dialog.tsx'
import { RedeployDialog, RollbackDialog } from './deployment-dialogs.tsx'
import { MaintenanceDialog, ScaleDialog } from './form-dialogs.tsx'

/** What the palette has been told to do, with the form or the question of the page that does it. */
export function TaskDialog({ task, onClose }: { task: ApplicationTask; onClose(): void }) {
  const { application, kind } = task
  switch (kind) {
    case 'redeploy':
      return <RedeployDialog application={application} onClose={onClose} />
    case 'rollback':
      return <RollbackDialog application={application} release={task.release} onClose={onClose} />
    case 'scale':
      return <ScaleDialog application={application} onClose={onClose} />
    case 'addVariable':
      return <AddVariableDialog application={application} onClose={onClose} />
    case 'maintenance':
      return <MaintenanceDialog application={application} onClose={onClose} />
    default:
      // Done without a dialog.
      return null
  }
}
