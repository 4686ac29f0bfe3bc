import { receiveAuditedPush } from '#platform/hosting/deployments/push.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import {
  type ExampleName,
  exampleNames,
  examples,
} from '#platform/model/hosting/examples/examples.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { createApplication } from './applications.ts'
import { deleteApplication } from './delete.ts'
import { isAvailable } from './require-type.ts'

/** Examples whose type this platform can deploy, with the title of the type. */
export function availableExamples(platform: Pick<Platform, 'engine' | 'runtimes'>) {
  return exampleNames.flatMap((name) => {
    const { type } = examples[name]
    const runtime = platform.runtimes.find((each) => each.type === type)
    return runtime && isAvailable(platform, runtime) ? [{ name, type, title: runtime.title }] : []
  })
}

/**
 * Creates an application from one of our examples and deploys it as a push of the caller would: with the same quotas
 * and the same entry in the audit log. If that is refused, nothing is left.
 */
export async function createExample(
  platform: Platform,
  ownerId: OwnerId,
  { example, caller, from }: { example: ExampleName; caller: Caller; from: string },
): Promise<{ application: Application; deployment: Deployment }> {
  const { store, repositories, policies } = platform
  const names = (await store.applications.listOf(ownerId)).map(({ name }) => name)
  const application = await createApplication(platform, ownerId, {
    name: freeName(example, names),
    description: 'An example of Berth',
    type: examples[example].type,
    zone: policies.zones[0]?.name ?? '',
    environment: examples[example].environment,
  })
  try {
    const { id, branch } = application
    const commit = await repositories.commitExample(id, { example, branch })
    return await receiveAuditedPush(platform, { applicationId: id, commit, caller, from })
  } catch (error) {
    await deleteApplication(platform, application)
    throw error
  }
}

/** `hello`, or `hello-2` and so on, because two applications of one name are hard to tell apart. */
function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  let number = 2
  while (taken.includes(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}
