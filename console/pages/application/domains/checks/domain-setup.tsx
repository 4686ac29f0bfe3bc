import { RefreshCw } from 'lucide-react'
import type { DomainCheck } from '#client/resources/applications/domains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { domainCheckTexts as texts } from '#console/texts/en/application/domains/checks.ts'
import { type DnsHostId, dnsHostIds, dnsHosts } from '#protocol/dns/dns-hosts.ts'
import { type DnsRecord, visitorRecords } from '#protocol/dns/record-forms.ts'
import { CertificateFacts } from './certificate-facts.tsx'
import { RecordList } from './record-list.tsx'
import { DnsBadge } from './status-badges.tsx'
import { useCheckAgain, useDomainCheck } from './use-domain-check.ts'
import './checks.css'

interface DomainSetupProps {
  address: OwnedId
  /** The domain that is shown, and all that can be chosen. */
  fqdn: string
  choices: readonly string[]
  mayChange: boolean
  onChoose(fqdn: string): void
}

/** What the DNS and the certificate of a domain are, and what its owner has to do. */
export function DomainSetup({ address, fqdn, choices, mayChange, onChoose }: DomainSetupProps) {
  const query = useDomainCheck(address, fqdn)
  const again = useCheckAgain(address)
  return (
    <Panel
      title={texts.title}
      actions={
        mayChange && (
          <Button
            size="small"
            icon={RefreshCw}
            isPending={again.isPending}
            onClick={() => again.mutate(fqdn)}
          >
            {texts.again}
          </Button>
        )
      }
    >
      <div className="domain-setup">
        <Select
          label={texts.domain}
          value={fqdn}
          choices={choices.map((value) => ({ value, label: value.replace(/\/$/, '') }))}
          onChange={onChoose}
        />
        {again.error && again.variables === fqdn && <ErrorLine error={again.error} />}
        <Loaded query={query}>{(check) => <Check check={check} />}</Loaded>
      </div>
    </Panel>
  )
}

function Check({ check }: { check: DomainCheck }) {
  const { dns } = check
  const { found } = dns
  const isAliasRight = dns.state === 'no-config' && found.cname.includes(dns.expected.cname)
  return (
    <>
      <div className="domain-setup-state" role="status">
        <DnsBadge check={check} />
        <p>
          {isAliasRight ? texts.aliasWithoutAddress(dns.expected.cname) : texts.dnsHelp[dns.state]}
        </p>
      </div>
      {dns.state !== 'managed' && <DnsFacts check={check} />}
      {!['managed', 'valid', 'unknown'].includes(dns.state) && !isAliasRight && (
        <Records check={check} />
      )}
      <CertificateFacts check={check} />
    </>
  )
}

function DnsFacts({ check: { host, dns } }: { check: DomainCheck }) {
  const { found, expected, wrong, checkedAt, nameServers } = dns
  const values = [
    ...found.cname.map((value) => `CNAME ${value}`),
    ...found.a.map((value) => `A ${value}`),
    ...found.aaaa.map((value) => `AAAA ${value}`),
  ]
  return (
    <FactList
      facts={[
        {
          name: texts.found,
          value: values.length > 0 ? <Values values={values} /> : texts.nothingFound,
        },
        dns.state !== 'valid' &&
          expected.a.length > 0 && {
            name: texts.expected,
            value: (
              <Values
                values={[`CNAME ${expected.cname}`, ...expected.a.map((value) => `A ${value}`)]}
              />
            ),
          },
        wrong.length > 0 && {
          name: texts.remove,
          value: (
            <Values values={wrong.map(({ type, value }) => `${host} ${type} ${value}`)} isWrong />
          ),
        },
        nameServers.length > 0 && {
          name: texts.nameServers,
          value: <Values values={nameServers} />,
        },
        checkedAt !== null && { name: texts.checked, value: <RelativeTime date={checkedAt} /> },
      ]}
    />
  )
}

const Values = ({ values, isWrong }: { values: readonly string[]; isWrong?: boolean }) => (
  <ul className={`dns-values${isWrong ? ' dns-wrong' : ''}`}>
    {values.map((value) => (
      <li key={value}>
        <code>{value}</code>
      </li>
    ))}
  </ul>
)

const isDnsHost = (text: string): text is DnsHostId =>
  (dnsHostIds as readonly string[]).includes(text)

const whyOf = (record: DnsRecord | undefined) =>
  record && record.type !== 'TXT' && record.type !== 'AAAA' && texts.why[record.type]

function Records({ check: { host, zone, dns } }: { check: DomainCheck }) {
  const [wanted, choose] = useAddressState('dns-host')
  const dnsHost = isDnsHost(wanted) ? wanted : (dns.host ?? 'other')
  const records = visitorRecords(dnsHost, { host, zone }, dns.expected)
  const [first] = records
  const isFlattened = host === zone && first?.type === 'CNAME'
  return (
    <section className="dns-records" aria-label={texts.records(records.length)}>
      <h3>{texts.records(records.length)}</h3>
      <Select
        label={texts.dnsHost}
        hint={dns.host ? texts.dnsHostFound(dnsHosts[dns.host].name) : texts.dnsHostUnknown}
        value={dnsHost}
        choices={dnsHostIds.map((id) => ({ value: id, label: dnsHosts[id].name }))}
        onChange={choose}
      />
      <p className="small muted">
        {texts.inZone(zone)} {isFlattened ? texts.why.flattened : whyOf(first)}{' '}
        {dnsHost === 'cloudflare' && texts.proxied}
      </p>
      <RecordList dnsHost={dnsHost} zone={zone} records={records} />
    </section>
  )
}
