import { count, moment, readQuery, valuesIn } from '#api/http/query.ts'
import { check, oneOf, pipe, string } from '#kit/schema.ts'
import type { Line, LineFilter, LineOrigin } from '#platform/model/observability/line.ts'
import {
  allOf,
  containsText,
  hasOneOf,
  isAtLeast,
  isRequest,
} from '#platform/observability/logs/match-lines.ts'

const maxText = 1000

const searchedText = pipe(
  string,
  check((text) => text.length <= maxText, `must be at most ${maxText} characters long`),
)

const shared = { since: moment, until: moment, limit: count, filter: searchedText }

/**
 * Filter parameters of a log: `filter` (a text that lines contain, whatever its case), `severity` (and those above), and
 * `instanceId` and `service`, which may be repeated.
 */
export const logParameters = {
  ...shared,
  deploymentId: string,
  instanceId: string,
  service: string,
  severity: oneOf('info', 'warning', 'error'),
}

/** Filter parameters of an access log: `status` is one of three digits or the first of them. */
export const accessLogParameters = {
  ...shared,
  instanceId: string,
  status: pipe(
    string,
    check(
      (text) => /^[1-9]\d{0,2}$/.test(text),
      'must be a status such as 404, or its first digit',
    ),
  ),
  method: string,
}

/** Clients colour the platform's lines by this name. */
export const serviceOf = {
  deployment: 'berth',
  build: 'build',
  instance: 'application',
} as const satisfies Record<LineOrigin, string>

/** The lines of a log that a query asks for. */
export function logFilterOf(query: URLSearchParams): LineFilter {
  const { since, until, limit, filter, deploymentId, severity } = readQuery(query, logParameters)
  const [instances, services] = [valuesIn(query, 'instanceId'), valuesIn(query, 'service')]
  return withoutAbsent({
    since,
    until,
    limit,
    deploymentId,
    matches: allOf([
      instances.size > 0 ? hasOneOf('instanceId', instances) : undefined,
      services.size > 0 ? hasOneOf('origin', originsOf(services)) : undefined,
      severity && isAtLeast(severity),
      filter === undefined ? undefined : containsText(filter),
    ]),
  })
}

/** The requests of an access log that a query asks for. */
export function accessLogFilterOf(query: URLSearchParams): LineFilter {
  const { since, until, limit, filter, status, method } = readQuery(query, accessLogParameters)
  const instances = valuesIn(query, 'instanceId')
  return withoutAbsent({
    since,
    until,
    limit,
    matches: allOf([
      instances.size > 0 ? hasOneOf('instanceId', instances) : undefined,
      isRequest({ text: filter, status, method }),
    ]),
  })
}

const originsOf = (services: ReadonlySet<string>): ReadonlySet<Line['origin']> =>
  new Set(
    (Object.keys(serviceOf) as LineOrigin[]).filter((origin) => services.has(serviceOf[origin])),
  )

type Optional<T> = { [Name in keyof T]: T[Name] | undefined }

const withoutAbsent = (filter: Optional<LineFilter>): LineFilter =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as LineFilter
