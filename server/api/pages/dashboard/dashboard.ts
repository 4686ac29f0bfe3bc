import { html, redirect } from '#api/http/response.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { beginAction } from '#platform/identity/audit/audit-log.ts'
import { makeBackup } from '#platform/marketplace/addons/backups/backups.ts'
import { endConnection, resetStatements } from '#platform/marketplace/addons/insights.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { callerOfSession } from '#platform/model/identity/access/session.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { dashboardPath, dashboardPathOf, userOfSession } from './dashboard-session.ts'
import { postOwnPanel } from './own-panel.ts'
import { readDashboard } from './read-dashboard.ts'
import { dashboardOf } from './show-dashboard.ts'

const title = 'Dashboard of an add-on'
const path = `${dashboardPath}/:addonId`

const getDashboard = pageEndpoint({
  method: 'GET',
  path,
  title,
  workload: 'built-in providers',
  summary: 'The dashboard of an add-on of a provider that comes with the platform',
  async handle(call) {
    const { addon } = await enter(call)
    const shown = await readDashboard(call.platform, addon)
    const { visit, addresses } = call
    const done = doneSentences[call.fields.get('done') ?? '']
    return html(dashboardOf(shown, { visit, console: addresses.console, done }))
  },
})

const postDashboard = pageEndpoint({
  method: 'POST',
  path,
  title,
  workload: 'built-in providers',
  summary:
    'Acts on an add-on from its dashboard: backs it up, ends a connection, resets the counts of statements',
  async handle(call) {
    const { addon, caller } = await enter(call)
    const { platform, fields, from } = call
    const name = fields.get('action') ?? ''
    const action = actions[name]
    if (!action) throw new Refusal('invalid', 'This form has no action.')
    const { ownerId, id: target } = addon
    const audited = { ownerId, target, from, action: action.audited }
    const settle = await beginAction(platform, caller, audited)
    try {
      await action.run(call, addon)
    } catch (error) {
      if (error instanceof Refusal) await settle({ outcome: 'failed' })
      throw error
    }
    await settle({ outcome: 'done' })
    return redirect(`${dashboardPathOf(addon.id)}?done=${name}`)
  },
  again: ({ params }) => `<p><a href="${dashboardPathOf(addonIdIn(params))}">Back</a></p>`,
})

/** What the forms of the page do. */
const actions: Readonly<
  Record<string, { audited: Action; run(call: PageCall, addon: Addon): Promise<unknown> }>
> = {
  'back-up': {
    audited: 'addon.back-up',
    run: ({ platform }, addon) => makeBackup(platform, addon),
  },
  'reset-statements': {
    audited: 'addon.reset-statements',
    run: ({ platform }, addon) => resetStatements(platform, addon),
  },
  'end-connection': {
    audited: 'addon.end-connection',
    run: ({ platform, fields }, addon) =>
      endConnection(platform, addon, fields.get('connection') ?? ''),
  },
}

const doneSentences: Readonly<Record<string, string>> = {
  'back-up': 'The back-up has begun.',
  'reset-statements': 'The counts of statements are reset.',
  'end-connection': 'The connection was ended.',
}

const addonIdIn = (params: Readonly<Record<string, string>>): string => params.addonId ?? ''

/** The add-on of the path for the user of the session, who may have left its owner since. */
async function enter(call: PageCall): Promise<{ addon: Addon; caller: Caller }> {
  const { platform, signer, request } = call
  const addonId = addonIdIn(call.params)
  const now = platform.clock()
  const userId = userOfSession(signer, request, { addonId, now })
  const user = userId && (await platform.store.users.find(userId))
  if (!user)
    throw new Refusal('forbidden', 'You are not signed in here. Open the add-on from the console.')
  const caller = callerOfSession({ userId: user.id, digest: '' })
  return { addon: await permitAddon(platform, caller, 'operate', { addonId }), caller }
}

export const dashboardPages = [postOwnPanel, getDashboard, postDashboard]
