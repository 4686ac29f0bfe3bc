import { escapeHtml } from '#kit/text/html.ts'
import { hasPermission, permitOwner } from '#platform/access/permit.ts'
import { isOwnerId, type OwnerId, parseOwnerId } from '#platform/ids.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  type ConsoleCall,
  code,
  consolePage,
  facts,
  link,
  list,
  nextSteps,
} from './console-page.ts'
import { ownerNameOf } from './owner-name.ts'
import { addonPath, applicationPath, ownerPath } from './paths.ts'

const organisationPage = consolePage({
  path: '/organisations/:ownerId',
  title: 'Organisation',
  summary: 'Shows the applications and add-ons of an organisation',
  target: ({ ownerId = '' }) => ownerId,
  async handle(call) {
    const { platform, caller, named } = call
    const ownerId = parseOwnerId(named.ownerId ?? '')
    await permitOwner(platform, caller, 'belong', ownerId)
    return {
      title: await ownerNameOf(platform, ownerId),
      body: `${await thingsOf(call, ownerId)}
${nextSteps(
  [`berth applications --org ${ownerId}`, `berth members --org ${ownerId}`],
  `GET /v2/organisations/${ownerId}`,
)}`,
    }
  },
})

/** Links to the things of an owner that the caller may see. */
export async function thingsOf(
  { platform, caller }: ConsoleCall,
  ownerId: OwnerId,
): Promise<string> {
  const { store } = platform
  if (!(await hasPermission(platform, caller, 'see', ownerId))) return ''
  const [applications, addons] = await Promise.all([
    store.applications.listOf(ownerId),
    store.addons.listOf(ownerId),
  ])
  return `<h2>Applications</h2>
${list(
  applications.map((application) => link(applicationPath(application), application.name)),
  'There are none yet.',
)}
<h2>Add-ons</h2>
${list(
  addons.map((addon) => link(addonPath(addon), addon.name)),
  'There are none yet.',
)}`
}

const consumerPages = ['/organisations/:ownerId', '/users/me'].map((space) =>
  consolePage({
    path: `${space}/oauth-consumers/:key`,
    title: 'OAuth consumer',
    summary: 'Shows an OAuth consumer, without its secret',
    target: ({ key = '' }) => key,
    async handle({ platform, caller, named }) {
      const missing = new Refusal('missing', 'There is no such OAuth consumer.')
      const consumer = await platform.store.consumers.find(named.key ?? '')
      if (!consumer) throw missing
      const { ownerId, key } = consumer
      if (!isOwnerId(ownerId)) throw missing
      if (!(await hasPermission(platform, caller, 'belong', ownerId))) throw missing
      return {
        title: consumer.name,
        body: `${facts({
          Key: code(key),
          Owner: link(ownerPath(ownerId), await ownerNameOf(platform, ownerId)),
          'Base address': escapeHtml(consumer.baseUrl),
          Description: escapeHtml(consumer.description),
          Rights: consumer.rights.map(escapeHtml).join('<br>'),
        })}
${nextSteps(
  [`berth oauth-consumers get ${key}`],
  `GET /v2/organisations/${ownerId}/consumers/${key}`,
)}`,
      }
    },
  }),
)

export const organisationPages = [organisationPage, ...consumerPages]
