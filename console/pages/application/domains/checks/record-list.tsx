import { CommandBlock, CopyValue } from '#console/components/controls/copy-button.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { domainCheckTexts as texts } from '#console/texts/en/application/domains/checks.ts'
import type { DnsHostId } from '#protocol/dns/dns-hosts.ts'
import { type DnsRecord, recordForm, zoneFileLine } from '#protocol/dns/record-forms.ts'

interface RecordListProps {
  dnsHost: DnsHostId
  zone: string
  records: readonly DnsRecord[]
}

/** Records to create, field by field as the form of a DNS host has them; each value can be copied. */
export function RecordList({ dnsHost, zone, records }: RecordListProps) {
  if (dnsHost === 'zone-file') {
    return <CommandBlock what={texts.zoneFile} value={records.map(zoneFileLine).join('\n')} />
  }
  return (
    <ol className="dns-forms">
      {records.map((record, index) => {
        const { type, name, value, ttl, extra } = recordForm(dnsHost, record, zone)
        const fields = [type, name, value, ttl, ...(extra ? [extra] : [])]
        const title = texts.recordTitle(record.type, index + 1)
        return (
          <li key={`${record.type} ${record.name} ${record.value}`} aria-label={title}>
            <FactList
              facts={fields.map((field) => ({
                name: field.name,
                value:
                  field.value === '' ? (
                    <span className="muted">{texts.empty}</span>
                  ) : (
                    <CopyValue what={`${title}, ${field.name}`} value={field.value} />
                  ),
              }))}
            />
          </li>
        )
      })}
    </ol>
  )
}
