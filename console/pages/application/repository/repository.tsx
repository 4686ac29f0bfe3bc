import { type QueryClient, useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { useState } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import {
  repositoryDeliveriesQuery,
  repositoryQuery,
} from '#console/api/queries/application/repository.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { repositoryTexts as texts } from '#console/texts/en/application/repository/repository.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { RepositoryPanel } from './repository-panel.tsx'
import { WebhookPanel } from './webhook-panel.tsx'

export function loadApplicationRepository(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(repositoryQuery(address))
  void queryClient.prefetchQuery(repositoryDeliveriesQuery(address))
}

/** The repository that an application is deployed from, and how its host announces pushes. */
export function ApplicationRepositoryPage() {
  const address = useApplicationAddress()
  const query = useQuery(repositoryQuery(address))
  const mayChange = mayDo(useOwners().current?.role, 'operate')
  const [isConnecting, setConnecting] = useState(false)
  const repository = query.data
  return (
    <>
      {repository ? (
        <>
          <RepositoryPanel
            address={address}
            repository={repository}
            mayChange={mayChange}
            onChange={() => setConnecting(true)}
          />
          {mayChange && (
            <WebhookPanel key={repository.url} address={address} repository={repository} />
          )}
          <DeliveryPanel address={address} mayChange={mayChange} />
        </>
      ) : (
        <Panel title={texts.title} guide="guides/connected-repositories">
          <Loaded query={query}>
            {() => (
              <EmptyState
                icon={GitBranch}
                title={texts.none}
                action={
                  mayChange && (
                    <Button kind="primary" onClick={() => setConnecting(true)}>
                      {texts.connect}
                    </Button>
                  )
                }
              >
                {texts.noneHelp}
              </EmptyState>
            )}
          </Loaded>
        </Panel>
      )}
      {isConnecting && (
        <ConnectDialog
          address={address}
          repository={repository ?? undefined}
          onClose={() => setConnecting(false)}
        />
      )}
    </>
  )
}
