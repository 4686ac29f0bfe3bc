import type { DomainCheck } from '#client/resources/applications/domains.ts'
import { FactList } from '#console/components/display/panel.tsx'
import { domainCheckTexts as texts } from '#console/texts/en/application/domains/checks.ts'
import { CertificateBadge } from './status-badges.tsx'

/** How the certificate of a domain is: wanted, being ordered, valid until a day, or why it could not be had and what to do. */
export function CertificateFacts({ check }: { check: DomainCheck }) {
  const { state, source, problem, advice } = check.certificate
  const help =
    state === 'ordering' || state === 'wanted' || state === 'none'
      ? texts.certificateHelp[state]
      : undefined
  return (
    <FactList
      facts={[
        {
          name: texts.certificate,
          value: (
            <div className="certificate-facts">
              <CertificateBadge check={check} />
              {source && <span className="muted">{texts.sources[source]}</span>}
              {help && <p className="muted">{help}</p>}
              {problem && (
                <p>
                  {state === 'failed' ? texts.lastFailure : texts.renewalFailed} {problem}
                </p>
              )}
              {advice && <p>{advice}</p>}
            </div>
          ),
        },
      ]}
    />
  )
}
