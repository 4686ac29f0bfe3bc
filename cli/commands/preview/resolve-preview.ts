import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Preview } from '#client/resources/previews.ts'

export const previewArgument = {
  name: 'preview',
  summary: 'Its branch, the number of its pull request, such as 7, or its id',
} as const

/** A preview by its id, the number of its pull request or its branch. */
export async function resolvePreview(
  client: Client,
  application: ApplicationAddress & { name: string },
  wanted: string,
): Promise<Preview> {
  const previews = await client.previews.list(application)
  const present = previews.filter(({ status }) => status !== 'removing')
  const found =
    previews.find(({ id }) => id === wanted) ??
    present.find(({ source }) => `${source.number}` === wanted.replace(/^#/, '')) ??
    present.find(({ source }) => source.kind === 'branch' && source.branch === wanted) ??
    present.find(({ source }) => source.branch === wanted)
  if (found) return found
  throw new Refusal(
    `${application.name} has no preview of ${wanted}.`,
    'List them with `berth preview list`.',
  )
}
