import type { Platform } from '#platform/hosting/platform.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import {
  overlapOf,
  type Volume,
  type WantedVolume,
  wantedVolumes,
} from '#platform/model/hosting/instances/volume.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

const providerId = 'fs-bucket'

/**
 * Volumes that the variables of an application name, of add-ons that are linked to it now. A deployment without one of them fails:
 * it would write files to a folder that ends with the instance.
 */
export async function findVolumes(
  { store, engine }: Pick<Platform, 'store' | 'engine'>,
  applicationId: ApplicationId,
  environment: Environment,
): Promise<Volume[]> {
  const wanted = wantedVolumes(environment, unreadable)
  if (wanted.length === 0) return []
  if (engine.withoutVolumes !== undefined)
    throw new Failure('recipe', `Buckets cannot be mounted: ${engine.withoutVolumes}.`, [
      `Remove ${wanted.map(({ variable }) => variable).join(', ')}, and keep files in an object store.`,
    ])
  refuseOverlap(wanted)
  const linked = await store.links.addonsOf(applicationId)
  return wanted.map(({ variable, path, host }) => {
    const addon = linked.find((each) => each.providerId === providerId && hostOf(each) === host)
    if (!addon?.realId || addon.state === 'deleting') throw unlinked(variable, host)
    return { id: addon.realId, path }
  })
}

const unreadable = (variable: string) =>
  new Failure(
    'recipe',
    `${variable} is not a path in the folder of the application, a colon and the BUCKET_HOST of a bucket.`,
  )

const hostOf = ({ config }: { config: Environment }) => config.BUCKET_HOST

const unlinked = (variable: string, host: string) =>
  new Failure(
    'recipe',
    `${variable} names ${host}, which is not the BUCKET_HOST of a bucket that is linked to the application.`,
    [`Link the bucket with \`berth service link-addon\`, or remove ${variable}.`],
  )

function refuseOverlap(wanted: readonly WantedVolume[]): void {
  const [one, other] = overlapOf(wanted) ?? []
  if (!one || !other) return
  throw new Failure(
    'recipe',
    `${one.variable} and ${other.variable} would be mounted in each other: ${one.path} and ${other.path}.`,
    ['Choose two folders of which none is in the other.'],
  )
}
