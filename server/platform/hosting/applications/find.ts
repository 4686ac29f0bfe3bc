import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

export async function getApplication(
  { store }: Pick<Platform, 'store'>,
  id: ApplicationId,
): Promise<Application> {
  const application = await store.applications.find(id)
  if (application) return application
  throw new Refusal('missing', `There is no application ${id}.`, { reason: 'application-missing' })
}
