/** What `npm audit --json` prints, as far as it is read here. */
interface NpmAudit {
  message?: string
  statusCode?: number
  error?: { code?: string; summary?: string }
  vulnerabilities?: Record<string, NpmVulnerability>
}

interface NpmVulnerability {
  name: string
  severity: string
  range: string
  nodes: string[]
  via: (string | { title?: string; url?: string })[]
}

/** A package with known vulnerabilities. */
export interface Finding {
  name: string
  severity: string
  range: string
  titles: string[]
  /** Whether it is in a release, or only where we develop. */
  isShipped: boolean
}

/** `unknown`: the registry offers no advisories, and says why. */
export type AuditReport = { findings: Finding[] } | { unknown: string }

/** Reads the report of npm; `shipped` are the folders of the packages that a release contains. */
export function readAudit(output: string, shipped: ReadonlySet<string>): AuditReport {
  const audit = parse(output)
  if (!audit) return { unknown: 'npm audit printed no report' }
  const { vulnerabilities, error, message } = audit
  if (!vulnerabilities)
    return { unknown: message || error?.summary || error?.code || 'npm audit gave no reason' }
  const findings = Object.values(vulnerabilities).map(({ name, severity, range, nodes, via }) => ({
    name,
    severity,
    range,
    // A name is a package by which another one is affected.
    titles: via.map((each) => (typeof each === 'string' ? `by ${each}` : (each.title ?? ''))),
    isShipped: nodes.some((path) => shipped.has(path)),
  }))
  return { findings: findings.sort((one, other) => (one.name < other.name ? -1 : 1)) }
}

function parse(output: string): NpmAudit | undefined {
  try {
    const value: unknown = JSON.parse(output)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Exit codes of the audit. */
export const auditExit = { clean: 0, vulnerable: 1, unknown: 2 } as const

/** The report in lines, and the exit code. What only developers run is named, and is no failure. */
export function describeAudit(report: AuditReport): { lines: string[]; exitCode: number } {
  if ('unknown' in report) {
    const lines = [
      `Nothing is known about vulnerabilities: the registry of this npm offers no advisories (${report.unknown}).`,
      'Ask one that does: npm_config_registry=<address> npm run audit',
    ]
    return { lines, exitCode: auditExit.unknown }
  }
  const shipped = report.findings.filter(({ isShipped }) => isShipped)
  const lines = report.findings.map(
    ({ name, range, severity, titles, isShipped }) =>
      `${isShipped ? '✖' : '-'} ${name} ${range} (${severity}${isShipped ? '' : ', development only'}): ${titles.join('; ')}`,
  )
  const summary =
    shipped.length === 0
      ? 'No package of a release has a known vulnerability.'
      : `Packages of a release with known vulnerabilities: ${shipped.length}.`
  return {
    lines: [...lines, summary],
    exitCode: shipped.length === 0 ? auditExit.clean : auditExit.vulnerable,
  }
}
