import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { instances } from '#client/resources/applications/instances.ts'
import type { OutdatedTool } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { applicationToolsQuery } from '#console/api/queries/application/applications.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Notice } from '#console/components/display/notice.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'

const wouldChange = ({ version, next }: OutdatedTool) => next !== null && next !== version

/** Says on which outdated tools the live release runs, and what a redeployment gives; nothing while they are up to date. */
export function OutdatedNotice({ address }: { address: OwnedId }) {
  const { data } = useQuery(applicationToolsQuery(address))
  const mayRestart = mayDo(useOwners().current?.role, 'operate')
  const navigate = useNavigate()
  const redeploy = useAction({
    run: () => instances(connection).redeploy(address),
    changes: [queryKeys.application(address)],
    onDone: ({ deploymentId }) => void navigate(addressOf.deployment(address, deploymentId)),
  })
  const outdated = data?.outdated ?? []
  if (outdated.length === 0) return null
  const isBetter = outdated.some(wouldChange)
  const isPinned = outdated.every(({ version, next }) => next === version)
  return (
    <Notice label={texts.outdatedTools}>
      <p>
        {texts.runsOn(outdated)} {texts.nextGets(outdated)}
        {isPinned && texts.ownChoice}
        {isBetter && !mayRestart && ` ${texts.restartedBy}`}
      </p>
      {isBetter && mayRestart && (
        <Button
          size="small"
          icon={RotateCw}
          isPending={redeploy.isPending}
          onClick={() => redeploy.mutate()}
        >
          {texts.redeployOne}
        </Button>
      )}
      {redeploy.error && <ErrorLine error={redeploy.error} />}
    </Notice>
  )
}
