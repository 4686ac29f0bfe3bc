import type { Options } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import type { Client } from '#client/client.ts'
import type { Certificate } from '#client/resources/applications/certificates.ts'

/** Whose certificates a command is about. */
export const certificateOptions = {
  ...organisationOption,
  platform: {
    type: 'boolean',
    summary: 'Certificates for the domain that all applications are below (operators only)',
  },
} as const satisfies Options

/** The id of the owner; absent for the platform's own. */
export async function certificateOwner(
  client: Client,
  { org, platform }: { org?: string | undefined; platform?: boolean | undefined },
): Promise<string | undefined> {
  if (platform && org) throw new Refusal('Use either --org or --platform.')
  return platform ? undefined : chooseOwner(await client.summary.get(), org).id
}

/** The certificate with this id, or the only one with this name. */
export async function findCertificate(
  client: Client,
  ownerId: string | undefined,
  wanted: string,
): Promise<Certificate> {
  const all = await client.certificates.list(ownerId)
  const found = all.filter(({ id, names }) => id === wanted || names.includes(wanted.toLowerCase()))
  const [first, second] = found
  if (first && !second) return first
  if (!first)
    throw new Refusal(
      `There is no certificate '${wanted}'.`,
      'List them with `berth certificates`.',
    )
  throw new Refusal(
    `Several certificates have the name '${wanted}'. Use the id:\n${found.map(({ id }) => `  ${id}`).join('\n')}`,
  )
}
