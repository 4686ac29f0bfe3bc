import { useQuery } from '@tanstack/react-query'
import { Globe, Star, StarOff, Trash2 } from 'lucide-react'
import { domains as domainApi } from '#client/resources/applications/domains.ts'
import { connection } from '#console/api/connection.ts'
import { certificatesQuery } from '#console/api/queries/application/domains.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Day, RelativeTime } from '#console/components/display/relative-time.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'
import { certificateState, hostOf } from './domain-certificates.ts'
import { DomainLink } from './domain-link.tsx'
import '#console/components/display/panel.css'

export interface ShownDomain {
  fqdn: string
  isFavourite: boolean
  /** Absent for a wildcard, which cannot be opened. */
  url: string | null
}

interface DomainTableProps {
  address: OwnedId
  domains: readonly ShownDomain[]
  mayChange: boolean
}

export function DomainTable({ address, domains, mayChange }: DomainTableProps) {
  const api = domainApi(connection)
  const changes = [queryKeys.application(address), queryKeys.ofOwner(address.ownerId, 'overview')]
  const prefer = useAction({
    run: ({ fqdn, isFavourite }: ShownDomain) =>
      isFavourite ? api.unsetFavourite(address) : api.setFavourite(address, fqdn),
    changes,
    done: ({ fqdn, isFavourite }) =>
      isFavourite ? texts.favouriteUnset : texts.favouriteSet(fqdn),
  })
  const columns: Column<ShownDomain>[] = [
    {
      key: 'domain',
      title: texts.columns.domain,
      cell: (domain) => <Name domain={domain} />,
    },
    {
      key: 'certificate',
      title: texts.columns.certificate,
      cell: ({ fqdn }) => <CertificateCell address={address} host={hostOf(fqdn)} />,
    },
    actionsColumn(
      (domain) =>
        mayChange && (
          <span className="row-actions">
            {!domain.fqdn.startsWith('*.') && (
              <Button
                kind="quiet"
                size="small"
                icon={domain.isFavourite ? StarOff : Star}
                iconOnly
                onClick={() => prefer.mutate(domain)}
              >
                {(domain.isFavourite ? texts.unsetFavourite : texts.makeFavourite)(domain.fqdn)}
              </Button>
            )}
            <ConfirmButton
              kind="quiet"
              size="small"
              icon={Trash2}
              iconOnly
              question={texts.removeTitle}
              help={texts.removeHelp(domain.fqdn)}
              confirm={texts.removeAction}
              run={() => api.remove(address, domain.fqdn)}
              changes={changes}
              done={texts.removed(domain.fqdn)}
            >
              {texts.remove(domain.fqdn)}
            </ConfirmButton>
          </span>
        ),
      { width: '6.5rem' },
    ),
  ]
  return (
    <>
      <Table
        label={texts.title}
        columns={columns}
        rows={domains}
        rowKey={({ fqdn }) => fqdn}
        empty={
          <EmptyState icon={Globe} title={texts.none}>
            {texts.noneHelp}
          </EmptyState>
        }
      />
      {prefer.error && (
        <div className="panel-body">
          <ErrorLine error={prefer.error} />
        </div>
      )}
    </>
  )
}

function Name({ domain: { fqdn, isFavourite, url } }: { domain: ShownDomain }) {
  return (
    <span className="domain-name">
      <DomainLink fqdn={fqdn} url={url} />
      {isFavourite && <Badge kind="accent">{texts.favourite}</Badge>}
    </span>
  )
}

const looks = { valid: 'good', expiring: 'warning', expired: 'wrong' } as const
const orderLooks = { pending: 'accent', issued: 'good', failed: 'wrong' } as const

function CertificateCell({ address, host }: { address: OwnedId; host: string }) {
  const { data } = useQuery(certificatesQuery(address))
  if (!data) return <Skeleton width="8rem" />
  const state = certificateState(host, data)
  if (state.kind === 'none') return <span className="muted">{texts.noCertificate}</span>
  if (state.kind === 'ordered') {
    const { state: orderState, problem, nextAttempt } = state.order
    return (
      <span className="domain-certificate">
        <Badge kind={orderLooks[orderState]}>{texts.ordered[orderState]}</Badge>
        {orderState !== 'issued' && (
          <span className="muted">
            {texts.nextAttempt} <RelativeTime date={nextAttempt} />
          </span>
        )}
        {problem && <small>{problem}</small>}
      </span>
    )
  }
  const { state: validity, notAfter } = state.certificate
  return (
    <span className="domain-certificate">
      <Badge kind={looks[validity]}>{texts.states[validity]}</Badge>
      <span className="muted">
        {texts.until} <Day date={notAfter} />
      </span>
    </span>
  )
}
