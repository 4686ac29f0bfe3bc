import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { askSecret } from '#cli/terminal/secret.ts'
import type { PreviewAddonRule, PreviewSettings } from '#client/resources/previews.ts'
import { formatDuration, parseDuration } from '#kit/text/duration.ts'

export const previewSettings = defineCommand({
  words: 'preview settings',
  summary: 'Show or change how the previews of an application are made',
  options: {
    enable: { type: 'boolean', summary: 'Allow previews' },
    disable: { type: 'boolean', summary: 'Allow no more of them; those that there are stay' },
    'pull-requests': {
      type: 'string',
      value: 'on|off',
      summary: 'Whether each pull request of the connected repository gets one',
    },
    max: { type: 'string', value: 'number', summary: 'How many there may be at once' },
    idle: {
      type: 'string',
      value: 'duration',
      summary: 'Remove one after this time without visitors and commits, such as 7d, or never',
    },
    sleep: {
      type: 'string',
      value: 'duration',
      summary: 'Let one sleep after this time without visitors, such as 15m, or never',
    },
    flavor: { type: 'string', value: 'size', summary: 'Size of the instance' },
    crons: { type: 'string', value: 'on|off', summary: 'Whether scheduled tasks run in previews' },
    env: {
      type: 'string',
      value: 'NAME=value',
      multiple: true,
      summary: 'A variable in place of that of the application; repeatable',
    },
    'isolated-env': {
      type: 'string',
      value: 'NAME=value',
      multiple: true,
      summary: 'A variable of previews of forks, which get no other; repeatable',
    },
    addon: {
      type: 'string',
      value: 'id=plan',
      multiple: true,
      summary: 'The plan of what stands for a linked add-on, or none; repeatable',
    },
    'addon-backup': {
      type: 'string',
      value: 'id=back-up',
      multiple: true,
      summary: 'The back-up that it begins with, or latest; repeatable',
    },
    password: { type: 'boolean', summary: 'Ask visitors for a password, which is asked for now' },
    'no-password': { type: 'boolean', summary: 'Ask visitors for no password' },
    ...applicationOptions,
  },
  examples: [
    'berth preview settings',
    'berth preview settings --enable --max 3 --idle 7d',
    'berth preview settings --addon-backup addon_5f0c1d2e=latest',
    'berth preview settings --env API_URL=https://test.example.org --password < password.txt',
  ],
  async handle(context) {
    const { options, output, terminal } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const password = options.password ? await askSecret(terminal, 'Password:') : undefined
    const change = {
      ...((options.enable || options.disable) && { isEnabled: options.enable === true }),
      ...(options['pull-requests'] && { pullRequests: isOn(options['pull-requests']) }),
      ...(options.max && { maxPreviews: Number(options.max) }),
      ...(options.idle && { idleTimeout: secondsIn(options.idle) }),
      ...(options.sleep && { sleepTimeout: secondsIn(options.sleep) }),
      ...(options.flavor && { flavor: options.flavor }),
      ...(options.crons && { runsCrons: isOn(options.crons) }),
      ...(options.env?.length && { variables: pairsIn(options.env) }),
      ...(options['isolated-env']?.length && {
        isolatedVariables: pairsIn(options['isolated-env']),
      }),
      ...((options.addon?.length || options['addon-backup']?.length) && {
        addons: rulesIn(options.addon ?? [], options['addon-backup'] ?? []),
      }),
      ...(password !== undefined && { password }),
      ...(options['no-password'] && { password: '' }),
    }
    const settings =
      Object.keys(change).length > 0
        ? await client.previews.changeSettings(application, change)
        : await client.previews.settings(application)
    output.print(settings, () => describeSettings(application.name, settings))
    return 0
  },
})

function isOn(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Refusal(`'${text}' is neither on nor off.`)
}

function secondsIn(text: string): number {
  const timeout = text === 'never' ? 0 : parseDuration(text)
  if (timeout !== undefined) return Math.round(timeout / 1000)
  throw new Refusal(`'${text}' is not a duration.`, 'Use one such as 30m or 7d, or never.')
}

function pairsIn(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at <= 0) throw new Refusal(`'${text}' is not of the form NAME=value.`)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

function rulesIn(
  plans: readonly string[],
  backups: readonly string[],
): Record<string, PreviewAddonRule> {
  const planIds = pairsIn(plans)
  const backupIds = pairsIn(backups)
  const addonIds = [...new Set([...Object.keys(planIds), ...Object.keys(backupIds)])]
  return Object.fromEntries(
    addonIds.map((addonId) => [addonId, ruleIn(addonId, planIds[addonId], backupIds[addonId])]),
  )
}

function ruleIn(
  addonId: string,
  planId: string | undefined,
  backupId: string | undefined,
): PreviewAddonRule {
  if (backupId === undefined) return planId === 'none' ? { kind: 'none' } : { kind: 'plan', planId }
  if (planId !== 'none') return { kind: 'backup', backupId, planId }
  throw new Refusal(`${addonId} gets either none or a back-up.`)
}

function describeSettings(name: string, settings: PreviewSettings): string {
  const { isEnabled, pullRequests, maxPreviews, idleTimeout, sleepTimeout, flavor } = settings
  const time = (seconds: number) => (seconds === 0 ? 'never' : formatDuration(seconds * 1000))
  const names = (variables: Readonly<Record<string, string>>) =>
    Object.keys(variables).join(', ') || 'none'
  const facts: [string, string][] = [
    ['Pull requests', pullRequests ? 'each gets a preview' : 'no previews'],
    ['At most', String(maxPreviews)],
    ['Removed after', time(idleTimeout)],
    ['Sleeps after', time(sleepTimeout)],
    ['Size', flavor || 'of the application, and at most XS'],
    ['Scheduled tasks', settings.runsCrons ? 'run' : 'do not run'],
    ['Own variables', names(settings.variables)],
    ['Of forks', names(settings.isolatedVariables)],
    ['Add-ons', describeAddons(settings.addons)],
    ['Password', settings.hasPassword ? 'asked for, with the user preview' : 'none'],
  ]
  return [
    printable(`${name} ${isEnabled ? 'may have previews' : 'has no previews'}.`),
    ...facts.map(([what, fact]) => printable(`  ${what.padEnd(15)}  ${fact}`)),
  ].join('\n')
}

function describeAddons(rules: PreviewSettings['addons']): string {
  const described = Object.entries(rules).map(([addonId, { kind, backupId, planId }]) => {
    const plan = planId === null ? '' : ` of ${planId}`
    if (kind === 'none') return `no ${addonId}`
    return `${addonId} ${kind === 'backup' ? `with back-up ${backupId}` : 'empty'}${plan}`
  })
  const others = `${described.length > 0 ? 'others ' : ''}empty, of the cheapest plan`
  return [...described, others].join('; ')
}
