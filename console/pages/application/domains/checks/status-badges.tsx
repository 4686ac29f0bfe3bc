import type { DomainCheck } from '#client/resources/applications/domains.ts'
import { Day, RelativeTime } from '#console/components/display/relative-time.tsx'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import { domainCheckTexts as texts } from '#console/texts/en/application/domains/checks.ts'
import './status-badges.css'

const dnsLooks = {
  managed: 'plain',
  valid: 'good',
  incomplete: 'warning',
  invalid: 'wrong',
  'no-config': 'wrong',
  'no-answer': 'warning',
  unknown: 'plain',
} as const

/** Whether the records of a domain lead to the platform. */
export const DnsBadge = ({ check }: { check: DomainCheck }) => (
  <LiveBadge kind={dnsLooks[check.dns.state]}>{texts.dnsStates[check.dns.state]}</LiveBadge>
)

const certificateLooks = {
  valid: 'good',
  expiring: 'warning',
  expired: 'wrong',
  ordering: 'accent',
  wanted: 'accent',
  failed: 'wrong',
  none: 'plain',
} as const

/** How the certificate of a domain is, in one line. */
export function CertificateBadge({ check: { certificate } }: { check: DomainCheck }) {
  const { state, notAfter, nextAttempt } = certificate
  const isWaiting = state === 'failed' || state === 'wanted'
  return (
    <span className="domain-certificate">
      <LiveBadge kind={certificateLooks[state]}>{texts.certificateStates[state]}</LiveBadge>
      {notAfter && (
        <span className="muted">
          {texts.until} <Day date={notAfter} />
        </span>
      )}
      {isWaiting && nextAttempt && (
        <span className="muted">
          {texts.nextAttempt} <RelativeTime date={nextAttempt} />
        </span>
      )}
    </span>
  )
}
