import type { Addresses } from '#api/http/endpoint.ts'
import { redirect } from '#api/http/response.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { permitApplication } from '#platform/access/permit.ts'
import type { Application } from '#platform/applications/application.ts'
import { parseApplicationId } from '#platform/ids.ts'
import {
  type ConsoleCall,
  code,
  consolePage,
  date,
  facts,
  link,
  list,
  nextSteps,
} from './console-page.ts'
import { ownerNameOf } from './owner-name.ts'
import { addonPath, applicationPath, ownerPath } from './paths.ts'

const title = 'Application'
const target = ({ applicationId = '' }: Readonly<Record<string, string>>) => applicationId

const pages = ['/organisations/:ownerId', '/users/me'].flatMap((space) => {
  const path = `${space}/applications/:applicationId`
  return [
    consolePage({ path, title, summary: 'Shows an application', target, handle: show }),
    consolePage({
      path: `${path}/:section`,
      title,
      target,
      summary: 'Leads to the page of an application, which has all sections',
      handle: async (call) => redirect(applicationPath(await permitted(call))),
    }),
  ]
})

const permitted = ({ platform, caller, named }: ConsoleCall) =>
  permitApplication(platform, caller, 'see', parseApplicationId(named.applicationId ?? ''))

async function show(call: ConsoleCall) {
  const { platform, addresses } = call
  const application = await permitted(call)
  const { id, ownerId, name } = application
  const [domains, [newest], addons, owner] = await Promise.all([
    platform.store.domains.listOf(id),
    platform.store.deployments.listOf(id, { limit: 1 }),
    platform.store.links.addonsOf(id),
    ownerNameOf(platform, ownerId),
  ])
  const urls = domains.map((domain) => visitorUrl(domain.name, addresses, application))
  return {
    title: name,
    body: `${facts({
      Address: urls.map((url) => link(url, url)).join('<br>'),
      Id: code(id),
      Owner: link(ownerPath(ownerId), owner),
      Type: escapeHtml(application.type),
      State: application.wanted === 'up' ? 'up' : 'stopped',
      'Last deployment':
        newest && `number ${newest.number}, ${newest.state}, ${date(newest.changedAt)}`,
      Why: newest?.failure ? escapeHtml(newest.failure) : undefined,
      Commit: application.commit ? code(application.commit) : undefined,
      Git: code(`ssh://git@${addresses.git}/${id}.git`),
    })}
<h2>Add-ons</h2>
${list(
  addons.map((addon) => link(addonPath(addon), addon.name)),
  'None is linked.',
)}
${nextSteps(
  [`berth logs --app ${id}`, `berth status --app ${id}`, `berth restart --app ${id}`],
  `GET /v2/organisations/${ownerId}/applications/${id}`,
)}`,
  }
}

export const applicationPages = pages

/**
 * URL of an application for browsers: plain HTTP where HTTPS has another port than 443, because browsers do not trust
 * the certificates there.
 */
function visitorUrl(
  domain: string,
  { visitors }: Pick<Addresses, 'visitors'>,
  { forceHttps }: Pick<Application, 'forceHttps'>,
): string {
  const isUsual = new URL(visitors.https).port === ''
  const url = new URL(forceHttps || isUsual ? visitors.https : visitors.http)
  url.hostname = domain
  return url.href
}
