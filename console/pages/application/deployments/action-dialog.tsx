import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DeploymentSummary, deployments } from '#client/resources/applications/deployments.ts'
import { instances } from '#client/resources/applications/instances.ts'
import { type Release, releases } from '#client/resources/applications/releases.ts'
import { connection } from '#console/api/connection.ts'
import { comparisonQuery } from '#console/api/queries/application/deployments.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { deploymentTexts as texts } from '#console/texts/en/application/deployments.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { type DeploymentAction, releaseOf } from './possible-actions.ts'
import { ChangeList } from './release-changes.tsx'

/** What was asked for, of which deployment. */
export interface AskedAction {
  action: DeploymentAction
  deployment: Pick<DeploymentSummary, 'id' | 'uuid' | 'commit'>
}

interface ActionDialogProps {
  address: OwnedId
  asked: AskedAction
  releases: readonly Release[]
  onClose(): void
}

/** Says what will happen, and does it when that is confirmed; the page of the new deployment follows. */
export function ActionDialog({ address, asked, releases: known, onClose }: ActionDialogProps) {
  const { action, deployment } = asked
  const [withoutCache, setWithoutCache] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: () => run(address, asked, withoutCache),
    onSuccess: async (deploymentId) => {
      showToast({ kind: 'good', text: doneText(asked) })
      onClose()
      if (deploymentId) await navigate(addressOf.deployment(address, deploymentId))
      await queryClient.invalidateQueries({
        queryKey: queryKeys.ofApplication(address, 'deployments'),
      })
    },
  })
  return (
    <Dialog
      title={titleOf(asked)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            {action === 'cancel' ? texts.keep : componentTexts.cancel}
          </Button>
          <Button
            kind={action === 'cancel' ? 'danger' : 'primary'}
            isPending={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            {confirmText(asked)}
          </Button>
        </>
      }
    >
      <p>{texts[action].text}</p>
      {action === 'redeploy' && (
        <Checkbox
          isOn={withoutCache}
          onChange={setWithoutCache}
          hint={texts.redeploy.withoutCacheHint}
        >
          {texts.redeploy.withoutCache}
        </Checkbox>
      )}
      {action === 'rollback' && (
        <RollbackPreview address={address} target={releaseOf(deployment, known)} known={known} />
      )}
      {mutation.error ? <ErrorLine error={mutation.error} /> : null}
    </Dialog>
  )
}

/** Id of the deployment that was made, if one was. */
async function run(
  address: OwnedId,
  { action, deployment }: AskedAction,
  withoutCache: boolean,
): Promise<string | undefined> {
  if (action === 'cancel') {
    await deployments(connection).cancel(address, deployment)
    return undefined
  }
  const made =
    action === 'redeploy'
      ? await instances(connection).redeploy(address, {
          commit: deployment.commit,
          useCache: !withoutCache,
        })
      : await releases(connection).rollback(address, deployment.id)
  return made.deploymentId
}

const titleOf = ({ action, deployment: { id, commit } }: AskedAction) =>
  action === 'redeploy' ? texts.redeploy.title(commit.slice(0, 8)) : texts[action].title(id)

const confirmText = ({ action, deployment: { id } }: AskedAction) =>
  action === 'rollback' ? texts.rollback.confirm(id) : texts[action].confirm

const doneText = ({ action, deployment: { id } }: AskedAction) =>
  action === 'redeploy' ? texts.redeploy.done : texts[action].done(id)

interface RollbackPreviewProps {
  address: OwnedId
  target: Release | undefined
  known: readonly Release[]
}

function RollbackPreview({ address, target, known }: RollbackPreviewProps) {
  const live = known.find(({ state }) => state === 'LIVE')
  if (!target) return null
  return (
    <>
      <p>{target.state === 'KEPT' ? texts.rollback.kept : texts.rollback.gone}</p>
      {live && <RollbackChanges address={address} from={live.number} to={target.number} />}
    </>
  )
}

function RollbackChanges({ address, from, to }: { address: OwnedId; from: number; to: number }) {
  const comparison = useQuery(comparisonQuery(address, from, to))
  return (
    <section>
      <h3>{texts.rollback.changes}</h3>
      <Loaded query={comparison}>{(changes) => <ChangeList changes={changes} />}</Loaded>
    </section>
  )
}
