import { readLinks } from '#cli/applications/links.ts'
import type { Options } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { chooseOwner, organisationsOf } from '#cli/resolve/owner.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Client } from '#client/client.ts'

/** Options that filter what a hook is for, as the stock tool names them. */
export const hookOptions = {
  event: {
    type: 'string',
    value: 'event types',
    summary: 'Only these events, separated by commas',
  },
  service: {
    type: 'string',
    value: 'ids',
    summary: 'Only these applications and add-ons, separated by commas (needs --org)',
  },
  org: {
    type: 'string',
    short: 'o',
    value: 'id or name',
    summary: 'Organisation; by default the application linked to the folder',
  },
} as const satisfies Options

export const hookListOptions = {
  'list-all': { type: 'boolean', summary: 'All of the owner, not only of the linked application' },
  org: hookOptions.org,
} as const satisfies Options

interface HookContext {
  terminal: Pick<Terminal, 'folder'>
  options: { org: string | undefined }
}

/** Whose hooks a command is about: of --org, else of the linked application, else of the preferred owner. */
export async function resolveHookOwner(
  client: Client,
  { terminal, options: { org } }: HookContext,
  isWholeOwner = false,
): Promise<{ ownerId: string; applicationId?: string }> {
  const isLinked = (await readLinks(terminal.folder)).apps.length > 0
  if (org === undefined && isLinked) {
    const options = { app: undefined, alias: undefined, org: undefined }
    const { id, ownerId } = await resolveApplication(client, { terminal, options })
    return isWholeOwner ? { ownerId } : { ownerId, applicationId: id }
  }
  return { ownerId: chooseOwner(await client.summary.get(), org).id }
}

/** The filter that the options of a command describe. */
export function hookFilter(
  {
    event,
    service,
    org,
  }: { event?: string | undefined; service?: string | undefined; org?: string | undefined },
  applicationId: string | undefined,
): { scope: string[] | null; events: string[] | null } {
  if (service !== undefined && org === undefined)
    throw new Refusal('--org is required when using --service.')
  const scope = service === undefined ? applicationId && [applicationId] : listed(service)
  return { scope: scope || null, events: event === undefined ? null : listed(event) }
}

export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A hook by its id, of --org or of any owner of the user. */
export async function findHook<Hook extends { id: string; ownerId: string }>(
  client: Client,
  org: string | undefined,
  id: string,
  list: (ownerId: string) => Promise<Hook[]>,
): Promise<Hook> {
  const summary = await client.summary.get()
  const owners =
    org === undefined ? [summary.user, ...organisationsOf(summary)] : [chooseOwner(summary, org)]
  for (const owner of owners) {
    const hooks = await list(owner.id).catch(() => [])
    const hook = hooks.find((one) => one.id === id)
    if (hook) return hook
  }
  throw new Refusal(`You have no notification '${id}'.`)
}

/** Whether a hook concerns an application, or is listed because none was named. */
export const concerns = (
  { scope }: { scope: string[] | null },
  applicationId: string | undefined,
): boolean =>
  applicationId === undefined || !scope || scope.length === 0 || scope.includes(applicationId)
