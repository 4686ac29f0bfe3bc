import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import {
  dependenciesQuery,
  dependentsQuery,
  linkedAddonsQuery,
} from '#console/api/queries/application/links.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { RestartOffer } from '#console/pages/application/restart/restart-offer.tsx'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { LinkedAddons } from './linked-addons.tsx'
import { LinkedApplications } from './linked-applications.tsx'
import { PublishedVariables } from './published-variables.tsx'
import './links.css'

export function loadApplicationLinks(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(linkedAddonsQuery(address))
  void queryClient.prefetchQuery(dependenciesQuery(address))
  void queryClient.prefetchQuery(dependentsQuery(address))
}

/** What an application uses, and what uses it. */
export function ApplicationLinksPage() {
  const address = useApplicationAddress()
  const role = useOwners().current?.role
  const mayChange = mayDo(role, 'operate')
  const [isRestartOffered, setRestartOffered] = useState(false)
  const dependents = useQuery(dependentsQuery(address))
  const offerRestart = () => setRestartOffered(true)
  return (
    <>
      {isRestartOffered && (
        <RestartOffer address={address} onDone={() => setRestartOffered(false)} />
      )}
      <LinkedAddons address={address} mayChange={mayChange} onChange={offerRestart} />
      <LinkedApplications address={address} mayChange={mayChange} onChange={offerRestart} />
      <Panel title={texts.dependents}>
        <Loaded query={dependents}>
          {(list) =>
            list.length === 0 ? (
              <p className="muted small">{texts.noDependents}</p>
            ) : (
              <div className="dependents">
                <p className="muted small">{texts.dependentsHelp}</p>
                <ul>
                  {list.map(({ id, name }) => (
                    <li key={id}>
                      <ConsoleLink to={addressOf.application({ ownerId: address.ownerId, id })}>
                        {name}
                      </ConsoleLink>
                    </li>
                  ))}
                </ul>
              </div>
            )
          }
        </Loaded>
      </Panel>
      {mayChange && <PublishedVariables address={address} />}
    </>
  )
}
