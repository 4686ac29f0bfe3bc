import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import { mayDo } from '#console/api/permissions.ts'
import { releasesQuery } from '#console/api/queries/application/deployments.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { ActionDialog, type AskedAction } from './action-dialog.tsx'
import { type DeploymentAction, possibleActions } from './possible-actions.ts'

type Known = Pick<DeploymentSummary, 'id' | 'uuid' | 'state' | 'action' | 'commit'>

interface DeploymentActions {
  /** Empty for those who may not. */
  possible(deployment: Known): DeploymentAction[]
  ask(asked: AskedAction): void
  /** To be drawn once on the page. */
  dialog: ReactNode
}

/** What may be done with deployments of an application, and the dialog that confirms it. */
export function useDeploymentActions(address: OwnedId): DeploymentActions {
  const { current } = useOwners()
  const isPermitted = mayDo(current?.role, 'operate')
  const { data: releases = [] } = useQuery({ ...releasesQuery(address), enabled: isPermitted })
  const [asked, setAsked] = useState<AskedAction>()
  return {
    possible: (deployment) => (isPermitted ? possibleActions(deployment, releases) : []),
    ask: setAsked,
    dialog: asked && (
      <ActionDialog
        address={address}
        asked={asked}
        releases={releases}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
