import { addonAnswer, configuredAddonAnswer } from '#api/answers/addons.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { addonRecord } from '#api/v2/addon-record.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { object, optional, string, unknown } from '#kit/schema.ts'
import { configureAddon } from '#platform/marketplace/addons/config/configure.ts'
import { finishPlanSwitch } from '#platform/marketplace/addons/plans/finish-plan-switch.ts'
import { addonOfProvider } from '#platform/marketplace/providers/calls/provider-view.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { maxConfig } from '#protocol/config.ts'

const one = '/v2/vendor/apps/:addonId'

export const putVendorApp = endpoint({
  method: 'PUT',
  path: one,
  access: 'provider',
  workload: 'built-in providers',
  summary: 'Gives an add-on new values for its variables; applications linked to it restart',
  body: object({ config: unknown }),
  maxBytes: maxVariableBytes,
  answer: configuredAddonAnswer,
  async handle({ platform, provider, params, body, from }) {
    const addon = await addonOfProvider(platform, provider, params.addonId)
    refuseTooMuch(provider, addon, body.config)
    // Each change restarts linked applications, so a provider is rate limited.
    if (hasNewValue(provider, addon, body.config))
      await platform.attempts.count('new values', { account: addon.id, from })
    const record = await addonRecord(platform, await configureAddon(platform, addon, body.config))
    return { ...record, ...warnOf(ignoredKeys(provider, body.config)) }
  },
})

/** Keys that are not in the manifest cause no restart. */
const hasNewValue = ({ manifest }: Provider, { config: before }: Addon, config: unknown) =>
  Object.entries(config ?? {}).some(
    ([name, value]) => manifest.api.config_vars.includes(name) && before[name] !== value,
  )

const ignoredKeys = ({ manifest }: Provider, config: unknown): string[] =>
  Object.keys(Object(config)).filter((name) => !manifest.api.config_vars.includes(name))

const maxWarnings = 20

/** Warning to the provider about ignored keys. */
const warnOf = (ignored: readonly string[]) =>
  ignored.length === 0
    ? {}
    : {
        warnings: ignored.slice(0, maxWarnings).map((name) => ({
          path: `config.${name.slice(0, 100)}`,
          message: 'This is not in the manifest and is ignored.',
        })),
      }

/** Limits the total, because values can also be set one at a time. */
function refuseTooMuch({ manifest }: Provider, { config: before }: Addon, config: unknown): void {
  const after = { ...before, ...Object(config) }
  const lengths = manifest.api.config_vars.map((name) => String(after[name] ?? '').length)
  if (lengths.reduce((sum, length) => sum + length, 0) <= maxConfig) return
  throw new Refusal('invalid', `More than ${maxConfig} characters are too many for all values.`)
}

export const putMigrationCallback = endpoint({
  method: 'PUT',
  path: `${one}/migration_callback`,
  access: 'provider',
  workload: 'built-in providers',
  summary: 'Says that an add-on has its new plan, with new values if there are any',
  query: { plan_id: string },
  body: object({ config: optional(unknown), message: optional(string) }),
  maxBytes: maxVariableBytes,
  answer: addonAnswer,
  async handle({ platform, provider, params, query, body }) {
    const addon = await addonOfProvider(platform, provider, params.addonId)
    const finished = await finishPlanSwitch(platform, addon, {
      planId: query.get('plan_id') || undefined,
      config: body.config ?? {},
      message: body.message,
    })
    return addonRecord(platform, finished)
  },
})
