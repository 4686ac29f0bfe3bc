import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import type { Cron } from '#client/resources/crons.ts'

export const cronArgument = { name: 'task', summary: 'name or id of the scheduled task' } as const

/** A scheduled task of an application, by its name or id. */
export async function resolveCron(
  client: Client,
  application: NamedApplication,
  wanted: string,
): Promise<Cron> {
  const all = await client.crons.list(application)
  const found = all.filter(({ id, name }) => id === wanted || name === wanted)
  const [only] = found
  if (only && found.length === 1) return only
  if (found.length > 1) {
    const ids = found.map(({ id, schedule }) => `\n  ${id}  ${schedule}`).join('')
    throw new Refusal(
      `${application.name} has several scheduled tasks '${wanted}'. Use an id:${ids}`,
    )
  }
  const close = nearest(
    wanted,
    all.map(({ name }) => name),
  )
  throw new Refusal(
    `${application.name} has no scheduled task '${wanted}'.`,
    close ? `Did you mean '${close}'?` : '`berth cron` lists them.',
  )
}
