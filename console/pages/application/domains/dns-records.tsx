import { useQuery } from '@tanstack/react-query'
import { loadBalancerQuery } from '#console/api/queries/application/domains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { domainTexts as texts } from '#console/texts/en/application/domains.ts'

/** Records that domains need so that their visitors arrive. */
export function DnsRecords({ address }: { address: OwnedId }) {
  const query = useQuery(loadBalancerQuery(address))
  return (
    <Panel title={texts.dns}>
      <Loaded query={query}>
        {(loadBalancer) =>
          loadBalancer ? (
            <div className="dns-record">
              <p className="small muted">{texts.dnsHelp}</p>
              <FactList
                facts={[
                  {
                    name: texts.cname,
                    value: (
                      <>
                        <CopyValue what={texts.cname} value={loadBalancer.dns.cname} />
                        <p className="muted">{texts.cnameHelp}</p>
                      </>
                    ),
                  },
                  {
                    name: texts.a,
                    value: (
                      <>
                        <span className="dns-addresses">
                          {loadBalancer.dns.a.map((address) => (
                            <CopyValue key={address} what={texts.address} value={address} />
                          ))}
                        </span>
                        <p className="muted">{texts.aHelp}</p>
                      </>
                    ),
                  },
                ]}
              />
            </div>
          ) : (
            <p className="small muted">{texts.dnsUnknown}</p>
          )
        }
      </Loaded>
    </Panel>
  )
}
