import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Certificate, certificates } from '#client/resources/applications/certificates.ts'
import { connection } from '#console/api/connection.ts'
import { certificatesQuery } from '#console/api/queries/application/domains.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Day } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'
import { CertificateUploadDialog } from './certificate-upload.tsx'
import { certificatesOf, hostOf } from './domain-certificates.ts'
import type { ShownDomain } from './domain-table.tsx'

interface CertificatePanelProps {
  address: OwnedId
  domains: readonly ShownDomain[]
  mayChange: boolean
}

/** Certificates for the domains of the application. */
export function CertificatePanel({ address, domains, mayChange }: CertificatePanelProps) {
  const query = useQuery(certificatesQuery(address))
  const [isUploading, setUploading] = useState(false)
  const hosts = domains.map(({ fqdn }) => hostOf(fqdn))
  return (
    <Panel
      title={texts.certificates}
      guide="guides/certificates"
      isFlush
      actions={
        mayChange && (
          <Button size="small" icon={Upload} onClick={() => setUploading(true)}>
            {texts.upload}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<div className="panel-body" />}>
        {({ list }) => (
          <CertificateTable
            address={address}
            list={certificatesOf(hosts, list)}
            mayChange={mayChange}
          />
        )}
      </Loaded>
      {isUploading && (
        <CertificateUploadDialog address={address} onClose={() => setUploading(false)} />
      )}
    </Panel>
  )
}

interface CertificateTableProps {
  address: OwnedId
  list: readonly Certificate[]
  mayChange: boolean
}

function CertificateTable({ address, list, mayChange }: CertificateTableProps) {
  const columns: Column<Certificate>[] = [
    {
      key: 'names',
      title: texts.columns.names,
      cell: ({ names }) => <span className="domain-name">{names.join(', ')}</span>,
    },
    {
      key: 'until',
      title: texts.columns.until,
      cell: ({ notAfter }) => <Day date={notAfter} />,
    },
    {
      key: 'issuer',
      title: texts.columns.issuer,
      isMinor: true,
      cell: ({ issuer }) => <span className="domain-name">{issuer}</span>,
    },
    {
      key: 'source',
      title: texts.columns.source,
      cell: ({ source }) => texts.sources[source],
    },
    actionsColumn(
      ({ id, names, source }) =>
        mayChange &&
        source === 'uploaded' && (
          <ConfirmButton
            kind="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            question={texts.removeCertificateTitle}
            help={texts.removeCertificateHelp(names.join(', '))}
            confirm={texts.removeAction}
            run={() => certificates(connection).remove(address.ownerId, id)}
            changes={[queryKeys.applications(address.ownerId)]}
            done={texts.certificateRemoved}
          >
            {texts.removeCertificate(names.join(', '))}
          </ConfirmButton>
        ),
      { width: '4rem' },
    ),
  ]
  return (
    <Table
      label={texts.certificates}
      columns={columns}
      rows={list}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={ShieldCheck} title={texts.noCertificates}>
          {texts.certificatesHelp}
        </EmptyState>
      }
    />
  )
}
