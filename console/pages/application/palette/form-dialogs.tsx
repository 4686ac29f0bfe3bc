import { useQuery } from '@tanstack/react-query'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { maintenanceQuery } from '#console/api/queries/application/maintenance.ts'
import { usageQuery } from '#console/api/queries/organisations.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { MaintenanceForm } from '#console/pages/application/maintenance/maintenance-panel.tsx'
import { ScaleEditor } from '#console/pages/application/scaling/scale-editor.tsx'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import '#console/pages/application/scaling/scaling.css'

interface FormDialogProps {
  application: OwnedId & { name: string }
  onClose(): void
}

const skeleton = <SkeletonLines count={4} height="2.25rem" />

/** The bounds of the scale, with their cost. */
export function ScaleDialog({ application, onClose }: FormDialogProps) {
  const query = useQuery(applicationQuery(application))
  const { data: usage } = useQuery(usageQuery(application.ownerId))
  return (
    <Dialog title={texts.scaleOf(application.name)} isOpen onClose={onClose}>
      <Loaded query={query} skeleton={skeleton}>
        {(value) => (
          <ScaleEditor application={value} currency={usage?.currency} onApplied={onClose} />
        )}
      </Loaded>
    </Dialog>
  )
}

/** Begins, changes and ends a maintenance; one that has begun shows its link. */
export function MaintenanceDialog({ application, onClose }: FormDialogProps) {
  const query = useQuery(maintenanceQuery(application))
  return (
    <Dialog title={texts.maintenanceOf(application.name)} isOpen onClose={onClose}>
      <Loaded query={query} skeleton={skeleton}>
        {(current) => <MaintenanceForm address={application} current={current} />}
      </Loaded>
    </Dialog>
  )
}
