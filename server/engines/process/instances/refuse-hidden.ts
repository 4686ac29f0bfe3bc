import { opendir } from 'node:fs/promises'
import { inFolder } from '#kit/tenant-files/descriptors.ts'
import { statIn } from '#kit/tenant-files/entries.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Volume } from '#platform/model/hosting/instances/volume.ts'

/** Refuses volumes that would hide files of an artifact, or that would be mounted behind one of its links. */
export async function refuseHidden(app: string, volumes: readonly Volume[] = []): Promise<void> {
  for (const { path } of volumes) {
    const names = path.split('/')
    for (const at of names.keys()) {
      const above = names.slice(0, at + 1).join('/')
      const facts = await statIn(app, above)
      if (!facts) break
      if (!facts.isDirectory())
        throw new Failure(
          'start',
          `A bucket cannot be mounted at ${path}, because ${above} is a file or a link of the application.`,
        )
    }
    if (await inFolder(app, names, hasEntries))
      throw new Failure(
        'start',
        `A bucket cannot be mounted at ${path}, because the application has files there, which it would hide.`,
        ['Choose a folder that is not in the repository and is not made by the build.'],
      )
  }
}

async function hasEntries(folder: string): Promise<boolean> {
  for await (const _ of await opendir(folder)) return true
  return false
}
