import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import type { VisitorRules } from '#platform/model/hosting/visitors/visitor-rules.ts'
import { htmlPage, jsonPage } from '#routers/pages.ts'
import { oneLine } from './page-files.ts'

const applicationPattern = /^app_[\w-]{1,64}$/
const hexPattern = /^[0-9a-f]{1,64}$/
const networkPattern = /^[0-9a-f:.]{2,45}(\/\d{1,3})?$/
/** A converter of HAProxy writes at most 12 KB. */
const maxPartBytes = 6 * 1024

/** Rules as `visitor-rules.lua` reads them, by application. */
export function ruleMap(routes: Iterable<Route>): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { applicationId, rules } of routes) {
    if (hasConditions(rules) && applicationPattern.test(applicationId)) {
      texts.set(applicationId, textOf(rules))
    }
  }
  return texts
}

/** Whether a request for the application is looked at before it goes on. */
export const hasConditions = (rules: VisitorRules | undefined): rules is VisitorRules =>
  rules?.maintenance !== undefined || rules?.basicAuth !== undefined

/** A semicolon would end a command of the runtime API. */
function textOf({ maintenance, basicAuth }: VisitorRules): string {
  const { until = null, bypass = '', allowed = [] } = maintenance ?? {}
  const { salt = '', digests = [] } = basicAuth ?? {}
  return [
    until === null ? '' : Math.ceil(until / 1000),
    safe([bypass], hexPattern),
    safe(allowed, networkPattern),
    safe([salt], hexPattern),
    safe(digests, hexPattern),
  ].join('|')
}

const safe = (texts: readonly string[], pattern: RegExp) =>
  texts.filter((text) => pattern.test(text)).join(',')

/** Own pages of applications and what they say about a maintenance, in Base64, by application, name, kind and part. */
export function pageMap(routes: Iterable<Route>): Map<string, string> {
  const entries = new Map<string, string>()
  for (const { applicationId, rules } of routes) {
    if (!rules || !applicationPattern.test(applicationId)) continue
    const { maintenance, pages = {} } = rules
    const add = (name: string, text: string) => {
      const bytes = Buffer.from(oneLine(text))
      for (let from = 0, part = 0; from < bytes.length; from += maxPartBytes, part += 1) {
        const encoded = bytes.subarray(from, from + maxPartBytes).toString('base64')
        entries.set(`${applicationId}/${name}${part}`, encoded)
      }
    }
    for (const [name, html] of Object.entries(pages)) add(`${name}/html`, html)
    if (!maintenance) continue
    add('said/html', htmlPage('maintenance', '', maintenance))
    add('said/json', jsonPage('maintenance', '', maintenance))
  }
  return entries
}
