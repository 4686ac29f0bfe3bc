import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { releasesQuery, summariesQuery } from '#console/api/queries/application/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { ActionDialog } from '#console/pages/application/deployments/action-dialog.tsx'
import { commandTexts as texts } from '#console/texts/en/commands.ts'

interface DeploymentDialogProps {
  application: OwnedId & { name: string }
  onClose(): void
}

const maxLooked = 10

/** Asks whether the newest commit that was deployed is deployed again, be it that it failed. */
export function RedeployDialog({ application, onClose }: DeploymentDialogProps) {
  const query = useQuery(summariesQuery(application, { limit: maxLooked, action: 'DEPLOY' }))
  const deployment = query.data?.find(({ commit }) => commit !== '')
  const title = texts.ofApplication(application.name, texts.tasks.redeploy)
  if (!query.data) return <Waiting title={title} query={query} onClose={onClose} />
  if (!deployment)
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <p>{texts.nothingToRedeploy}</p>
      </Dialog>
    )
  return (
    <ActionDialog
      address={application}
      asked={{ action: 'redeploy', deployment }}
      releases={[]}
      onClose={onClose}
    />
  )
}

interface RollbackDialogProps extends DeploymentDialogProps {
  release: { number: number; deploymentId: string; commit: string }
}

/** Says what a rollback changes before it begins. */
export function RollbackDialog({ application, release, onClose }: RollbackDialogProps) {
  const query = useQuery(releasesQuery(application))
  const { number, deploymentId, commit } = release
  if (!query.data) return <Waiting title={texts.release(number)} query={query} onClose={onClose} />
  return (
    <ActionDialog
      address={application}
      asked={{ action: 'rollback', deployment: { id: number, uuid: deploymentId, commit } }}
      releases={query.data}
      onClose={onClose}
    />
  )
}

interface WaitingProps {
  title: string
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  onClose(): void
}

function Waiting({ title, query: { error, refetch }, onClose }: WaitingProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Dialog>
  )
}
