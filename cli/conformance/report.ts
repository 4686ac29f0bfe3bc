import { printable } from '#cli/terminal/printable.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { Call, Reply } from './call.ts'
import { groups } from './check.ts'
import type { Result } from './run-checks.ts'
import type { Subject } from './stage.ts'

/** Report of a run for JSON output. */
export interface Report {
  provider: string
  target: 'test' | 'production'
  base_url: string
  sso_url: string
  /** Whether no `must` check failed. */
  passed: boolean
  counts: { passed: number; failed: number; warned: number; skipped: number }
  checks: object[]
}

const maxLength = 2_000
const shown = 300

export const hasFailed = ({ outcome, severity }: Result) =>
  outcome === 'failed' && severity === 'must'

const hasWarned = ({ outcome, severity }: Result) => outcome === 'failed' && severity === 'should'

export function reportOf(
  { manifest, endpoints, isProduction }: Subject,
  results: Result[],
): Report {
  const count = (fits: (result: Result) => boolean) => results.filter(fits).length
  return {
    provider: manifest.id,
    target: isProduction ? 'production' : 'test',
    base_url: endpoints.base_url,
    sso_url: endpoints.sso_url,
    passed: !results.some(hasFailed),
    counts: {
      passed: count(({ outcome }) => outcome === 'passed'),
      failed: count(hasFailed),
      warned: count(hasWarned),
      skipped: count(({ outcome }) => outcome === 'skipped'),
    },
    checks: hidden(
      manifest,
      results.map(({ calls, ...rest }) => ({ ...rest, calls: calls.map(exchanged) })),
    ),
  }
}

/** Redacts the secrets of the manifest, which a provider may have put into its responses. */
function hidden<T>({ api }: Manifest, value: T): T {
  const secrets = [api.password, api.sso_salt].filter((secret) => secret.length > 3)
  const written = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)])
  const text = JSON.stringify(value)
  return JSON.parse(
    written
      .map((secret) => JSON.stringify(secret).slice(1, -1))
      .reduce((left, secret) => left.replaceAll(secret, '(secret)'), text),
  )
}

/** A call with its credentials redacted. */
const exchanged = ({ call, reply }: { call: Call; reply: Reply }) => ({
  sent: { method: call.method, url: call.url, body: call.body?.slice(0, maxLength) },
  received: {
    status: reply.status,
    failure: reply.failure,
    location: reply.headers.location,
    body: reply.text.slice(0, maxLength),
    milliseconds: reply.milliseconds,
  },
})

/** Report of a run as text: by group, with details of each failure. */
export function reportText(
  terminal: Pick<Terminal, 'paint'>,
  { manifest }: Pick<Subject, 'manifest'>,
  ended: Result[],
): string {
  const results = hidden(manifest, ended)
  const parts = groups.flatMap((group) => {
    const own = results.filter((result) => result.group === group)
    return own.length === 0 ? [] : [groupText(terminal, group, own)]
  })
  return printable([...parts, conclusion(terminal, results)].join('\n\n'))
}

function groupText({ paint }: Pick<Terminal, 'paint'>, group: string, results: Result[]): string {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  const reasons = [...new Set(skipped.map(({ because }) => because))].join(' ')
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return [
    paint('bold', `${group}: ${passed} of ${results.length} hold`),
    ...(skipped.length > 0 ? [paint('dim', `  ${skipped.length} not tried: ${reasons}`)] : []),
    ...failed.map((result) => failureText({ paint }, result)),
  ].join('\n')
}

function failureText({ paint }: Pick<Terminal, 'paint'>, result: Result): string {
  const { id, severity, sentence, because, advice, spec, calls } = result
  const mark = severity === 'must' ? paint('red', '✖ must') : paint('yellow', '! should')
  return [
    `  ${mark} ${sentence} (${id})`,
    `      found:    ${because}`,
    `      protocol: ${spec}`,
    `      do:       ${advice}`,
    ...calls
      .slice(-2)
      .flatMap(({ call, reply }) => [
        `      sent:     ${call.method} ${call.url} ${excerpt(call.body ?? '')}`,
        `      got:      ${reply.status || reply.failure} ${reply.headers.location ?? ''} ${excerpt(reply.text)}`,
      ]),
  ]
    .map((line) => line.trimEnd())
    .join('\n')
}

const excerpt = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

function conclusion({ paint }: Pick<Terminal, 'paint'>, results: Result[]): string {
  const failed = results.filter(hasFailed).length
  const warned = results.filter(hasWarned).length
  const advice = warned > 0 ? ` ${warned} could be better.` : ''
  return failed > 0
    ? paint('red', `${failed} of ${results.length} checks failed that must hold.${advice}`)
    : paint('green', `Nothing that must hold has failed, of ${results.length} checks.${advice}`)
}
