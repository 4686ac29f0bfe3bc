import type { Options } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'
import type { NamedAddon } from '#cli/resolve/addon.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'

/** Option of the commands that link an add-on. */
export const shadowOption = {
  'allow-duplicate': {
    type: 'boolean',
    summary: 'Link it even if a linked add-on has variables with the same names, which then win',
  },
} as const satisfies Options

interface ShadowOptions {
  'allow-duplicate': boolean
}

/** Refuses to link an add-on whose variables another linked add-on already sets, because one would hide the other. */
export async function refuseShadowing(
  client: Client,
  application: NamedApplication,
  addon: NamedAddon,
  options: ShadowOptions,
): Promise<void> {
  if (options['allow-duplicate']) return
  const [linked, given] = await Promise.all([
    client.environment.ofAddons(application),
    client.addons.variables(addon),
  ])
  const names = new Set(given.map(({ name }) => name))
  for (const { addon_id, addon_name, env } of linked) {
    const shared = env.map(({ name }) => name).filter((name) => names.has(name))
    if (addon_id !== addon.id && shared.length > 0)
      throw shadowed(application.name, addon_name, shared)
  }
}

/**
 * Same check before an order: all add-ons of a provider set the same variable names, except those of the configuration
 * provider.
 */
export async function refuseSecondOf(
  client: Client,
  application: NamedApplication,
  providerId: string,
  options: ShadowOptions,
): Promise<void> {
  if (options['allow-duplicate'] || providerId === 'config-provider') return
  const linked = await client.addons.of(application)
  const other = linked.find(({ provider }) => provider.id === providerId)
  if (other && other.configKeys.length > 0)
    throw shadowed(application.name, other.name, other.configKeys)
}

const shadowed = (application: string, addon: string, names: readonly string[]) =>
  new Refusal(
    `${application} is linked to ${addon}, which gives variables of the same names:${names.map((name) => `\n  ${name}`).join('')}`,
    `Unlink it first (\`berth service unlink-addon ${addon}\`), or pass --allow-duplicate: the application then keeps seeing the values of ${addon}.`,
  )
