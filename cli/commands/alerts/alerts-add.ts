import { alertOptions, numberOption } from '#cli/alerts/alert-options.ts'
import { defineCommand } from '#cli/define-command.ts'
import { hookListOptions, listed, resolveHookOwner } from '#cli/events/hook-owner.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { alertKindNames, alertKinds, conditionText, isAlertKind } from '#protocol/alerts.ts'

export const alertsAdd = defineCommand({
  words: 'alerts add',
  summary: 'Tell when a figure crosses a threshold, and when that is over',
  description: [
    'Kinds: cpu, memory and 5xx (in percent), latency (p95 in milliseconds), certificate (days that it is still valid), disk (of add-ons, in percent of the plan).',
    'Without --app or --addon it is for the linked application, or with --org for all of the organisation.',
  ].join('\n'),
  arguments: [
    { name: 'kind', summary: alertKindNames.join(', ') },
    { name: 'threshold', summary: 'percent, milliseconds or days' },
  ],
  options: {
    ...alertOptions,
    app: { type: 'string', value: 'id or name', summary: 'Only this application' },
    addon: { type: 'string', value: 'addon', summary: 'Only this add-on (id or name)' },
    org: hookListOptions.org,
  },
  examples: [
    'berth alerts add 5xx 5 --minutes 5',
    'berth alerts add disk 85 --addon my-database',
    'berth alerts add certificate 14 --org acme',
    'berth alerts add latency 800 --to webhook_0c6e0f3a-5d1c-4c1e-9f0b-3f5f6c1f7a52',
  ],
  async handle(context) {
    const { output, options, args } = context
    const { kind } = args
    if (!isAlertKind(kind)) {
      throw new Refusal(`There is no alert for '${kind}'.`, `Use ${alertKindNames.join(', ')}.`)
    }
    const threshold = numberOption('threshold', args.threshold) ?? 0
    const minutes = numberOption('--minutes', options.minutes)
    const { client } = await openSession(context)
    const { ownerId, resourceId, name } = await about()
    const added = await client.alerts.add(ownerId, {
      kind,
      threshold,
      minutes,
      ...(resourceId !== undefined && { resourceId }),
      ...(options.to !== undefined && { targets: listed(options.to) }),
    })
    output.print(added, () => `Added the alert ${added.id}: ${conditionText(added)}, for ${name}.`)
    return 0

    async function about(): Promise<{ ownerId: string; resourceId?: string; name: string }> {
      if (options.addon !== undefined) {
        const addon = resolveAddon(await client.summary.get(), options.addon, options.org)
        return { ownerId: addon.ownerId, resourceId: addon.id, name: addon.name }
      }
      if (options.app !== undefined) {
        const wanted = { app: options.app, alias: undefined, org: options.org }
        const found = await resolveApplication(client, { ...context, options: wanted })
        return { ownerId: found.ownerId, resourceId: found.id, name: found.name }
      }
      const { ownerId: owner, applicationId } = await resolveHookOwner(client, context)
      const isOfApplication = isAlertKind(kind) && alertKinds[kind].of === 'application'
      return applicationId !== undefined && isOfApplication
        ? { ownerId: owner, resourceId: applicationId, name: 'the linked application' }
        : { ownerId: owner, name: 'all of the organisation' }
    }
  },
})
