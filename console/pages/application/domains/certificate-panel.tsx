import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Certificate, certificates } from '#client/resources/applications/certificates.ts'
import { connection } from '#console/api/connection.ts'
import { certificatesQuery } from '#console/api/queries/application/domains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { AskFirst } from '#console/components/forms/ask-first.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
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
  const [leaving, setLeaving] = useState<Certificate>()
  const remove = useAction({
    run: ({ id }: Certificate) => certificates(connection).remove(address.ownerId, id),
    changes: [certificatesQuery(address).queryKey],
    done: texts.certificateRemoved,
    onDone: () => setLeaving(undefined),
  })
  if (list.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title={texts.noCertificates}>
        {texts.certificatesHelp}
      </EmptyState>
    )
  const columns: Column<Certificate>[] = [
    {
      key: 'names',
      title: texts.columns.names,
      cell: ({ names }) => <span className="domain-name">{names.join(', ')}</span>,
    },
    {
      key: 'until',
      title: texts.columns.until,
      cell: ({ notAfter }) => <RelativeTime date={notAfter} />,
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
    {
      key: 'actions',
      title: texts.columns.actions,
      isTitleHidden: true,
      align: 'end',
      width: '4rem',
      cell: (certificate) =>
        mayChange &&
        certificate.source === 'uploaded' && (
          <Button
            kind="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            onClick={() => {
              remove.reset()
              setLeaving(certificate)
            }}
          >
            {texts.removeCertificate(certificate.names.join(', '))}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Table label={texts.certificates} columns={columns} rows={list} rowKey={({ id }) => id} />
      <AskFirst
        title={texts.removeCertificateTitle}
        action={texts.removeAction}
        isOpen={leaving !== undefined}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate(leaving)}
      >
        {texts.removeCertificateHelp(leaving?.names.join(', ') ?? '')}
      </AskFirst>
    </>
  )
}
