import { type QueryClient, useQuery } from '@tanstack/react-query'
import { linkedVariablesQuery, variablesQuery } from '#console/api/queries/application/variables.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { LinkedVariablesPanel } from '#console/pages/application/links/linked-variables.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { VariableEditor } from './variable-editor.tsx'

export function loadApplicationVariables(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(variablesQuery(address))
  void queryClient.prefetchQuery(linkedVariablesQuery(address))
}

/** Variables of an application: its own, edited and then updated together, and those that come with links. */
export function ApplicationVariablesPage() {
  const address = useApplicationAddress()
  const query = useQuery(variablesQuery(address))
  return (
    <>
      <Loaded
        query={query}
        skeleton={
          <Panel title={texts.title}>
            <SkeletonLines count={6} height="2.25rem" />
          </Panel>
        }
      >
        {(saved) => <VariableEditor key={address.id} address={address} saved={saved} />}
      </Loaded>
      <LinkedVariablesPanel address={address} />
    </>
  )
}
