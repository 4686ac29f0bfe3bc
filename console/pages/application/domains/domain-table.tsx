import { Globe, Star, StarOff, Trash2 } from 'lucide-react'
import { domains as domainApi } from '#client/resources/applications/domains.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { domainCheckTexts as checkTexts } from '#console/texts/en/application/domains/checks.ts'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'
import { CertificateBadge, DnsBadge } from './checks/status-badges.tsx'
import { useDomainCheck } from './checks/use-domain-check.ts'
import { DomainLink } from './domain-link.tsx'
import '#console/components/display/panel.css'
import './checks/status-badges.css'

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
  /** Shows what a domain needs. */
  onSetUp(fqdn: string): void
}

/** Domains that are checked without being asked to. */
const maxAutomatic = 10

export function DomainTable({ address, domains, mayChange, onSetUp }: DomainTableProps) {
  const automatic = new Set(domains.slice(0, maxAutomatic).map(({ fqdn }) => fqdn))
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
      key: 'dns',
      title: checkTexts.dns,
      cell: ({ fqdn }) => (
        <DnsCell
          address={address}
          fqdn={fqdn}
          isAutomatic={automatic.has(fqdn)}
          onSetUp={onSetUp}
        />
      ),
    },
    {
      key: 'certificate',
      title: texts.columns.certificate,
      cell: ({ fqdn }) => (
        <CertificateCell address={address} fqdn={fqdn} isAutomatic={automatic.has(fqdn)} />
      ),
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

interface StatusCellProps {
  address: OwnedId
  fqdn: string
  /** Whether it is checked without being asked to: an application may have thousands of domains. */
  isAutomatic: boolean
}

function DnsCell({ onSetUp, ...props }: StatusCellProps & { onSetUp(fqdn: string): void }) {
  const { address, fqdn, isAutomatic } = props
  const { data, isError } = useDomainCheck(address, fqdn, { enabled: isAutomatic })
  return (
    <span className="domain-dns">
      {data ? <DnsBadge check={data} /> : <Unchecked isExpected={isAutomatic && !isError} />}
      {data?.dns.state !== 'managed' && (
        <Button
          kind="quiet"
          size="small"
          aria-label={checkTexts.recordsOf(fqdn)}
          onClick={() => onSetUp(fqdn)}
        >
          {checkTexts.setUpShort}
        </Button>
      )}
    </span>
  )
}

function CertificateCell({ address, fqdn, isAutomatic }: StatusCellProps) {
  const { data, isError } = useDomainCheck(address, fqdn, { enabled: isAutomatic })
  if (!data) return <Unchecked isExpected={isAutomatic && !isError} />
  return <CertificateBadge check={data} />
}

const Unchecked = ({ isExpected }: { isExpected: boolean }) =>
  isExpected ? <Skeleton width="7rem" /> : <span className="muted">{checkTexts.notChecked}</span>
