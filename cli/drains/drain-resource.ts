import type { Options } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Client } from '#client/client.ts'

/** Options that select whose log a drain is of; by default that of the linked application. */
export const drainOptions = {
  addon: { type: 'string', value: 'id or name', summary: 'Add-on instead of an application' },
  ...applicationOptions,
} as const satisfies Options

export const drainArgument = { name: 'id', summary: 'id of the drain' } as const

interface DrainContext {
  terminal: Pick<Terminal, 'folder'>
  options: Record<'addon' | 'app' | 'alias' | 'org', string | undefined>
}

/** The application or add-on of a command. */
export async function resolveDrainResource(
  client: Client,
  context: DrainContext,
): Promise<{ id: string; ownerId: string; name: string }> {
  const { addon, app, alias, org } = context.options
  if (addon === undefined) return resolveApplication(client, context)
  if (app !== undefined || alias !== undefined) {
    throw new Refusal('--addon cannot be used together with --app or --alias.', 'Use one of them.')
  }
  return resolveAddon(await client.summary.get(), addon, org)
}
