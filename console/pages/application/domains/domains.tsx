import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { mayDo } from '#console/api/permissions.ts'
import {
  certificatesQuery,
  domainsQuery,
  loadBalancerQuery,
} from '#console/api/queries/application/domains.ts'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'
import { AddDomain } from './add-domain.tsx'
import { CertificatePanel } from './certificate-panel.tsx'
import { DomainSetup } from './checks/domain-setup.tsx'
import { DnsRecords } from './dns-records.tsx'
import { DomainTable } from './domain-table.tsx'
import { TcpPanel } from './tcp-panel.tsx'
import './domains.css'

export function loadApplicationDomains(queryClient: QueryClient, params: ApplicationParams) {
  const address = applicationIn(params)
  void queryClient.prefetchQuery(domainsQuery(address))
  void queryClient.prefetchQuery(certificatesQuery(address))
  void queryClient.prefetchQuery(loadBalancerQuery(address))
}

/** The domain that every application has: its records are the operator's. */
const isOwn = (fqdn: string, { id }: { id: string }) => fqdn.startsWith(`${id.replace('_', '-')}.`)

/** Domains that lead to an application, what DNS needs for them, and their certificates. */
export function ApplicationDomainsPage() {
  const address = useApplicationAddress()
  const role = useOwners().current?.role
  const query = useQuery(domainsQuery(address))
  const mayChange = mayDo(role, 'operate')
  const [wanted, choose] = useAddressState('domain')
  const choices = (query.data ?? []).map(({ fqdn }) => fqdn).filter((fqdn) => !isOwn(fqdn, address))
  const shown = choices.includes(wanted) ? wanted : choices[0]
  const setup = useRef<HTMLDivElement>(null)
  const setUp = (fqdn: string) => {
    choose(fqdn)
    const heading = setup.current?.querySelector('h2')
    heading?.focus({ preventScroll: true })
    setup.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <Panel title={texts.title} guide="guides/domains" isFlush>
        <Loaded query={query} skeleton={<TableSkeleton count={2} />}>
          {(domains) => (
            <DomainTable
              address={address}
              domains={domains}
              mayChange={mayChange}
              onSetUp={setUp}
            />
          )}
        </Loaded>
        {mayChange && <AddDomain key={address.id} address={address} />}
      </Panel>
      <div ref={setup} className="domain-setup-place">
        {shown === undefined ? (
          <DnsRecords address={address} />
        ) : (
          <DomainSetup
            address={address}
            fqdn={shown}
            choices={choices}
            mayChange={mayChange}
            onChoose={choose}
          />
        )}
      </div>
      <CertificatePanel
        address={address}
        domains={query.data ?? []}
        mayChange={mayDo(role, 'administer')}
      />
      <TcpPanel address={address} domains={query.data ?? []} mayChange={mayChange} />
    </>
  )
}
