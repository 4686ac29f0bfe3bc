import { newId } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { smallerFlavor } from '#platform/model/hosting/flavor.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import type { Store } from '#platform/model/store.ts'
import { OutdatedPreviewError } from './outdated-preview.ts'

export interface PreviewPlan {
  preview: Preview
  parent: Application
  settings: PreviewSettings
}

const usualFlavor = 'XS'
const maxNameLength = 100

/** The application of a preview, which is stored together with its id in the preview: a crash leaves both or neither. */
export async function makeApplication(
  platform: Platform,
  plan: PreviewPlan,
): Promise<Application | undefined> {
  const { preview, parent, settings } = plan
  const { store } = platform
  if (preview.applicationId !== null) return store.applications.find(preview.applicationId)
  const flavor = settings.flavor ?? smallerFlavor(usualFlavor, parent.minFlavor)
  const { type, zone, buildFlavor, stickySessions, forceHttps, isTask, tags } = parent
  return createApplication(platform, parent.ownerId, {
    name: nameOf(plan),
    description: '',
    type,
    zone,
    branch: preview.source.branch,
    minFlavor: flavor,
    maxFlavor: flavor,
    minInstances: 1,
    maxInstances: 1,
    ...(parent.separateBuild && { buildFlavor, separateBuild: true }),
    stickySessions,
    forceHttps,
    isTask,
    tags,
    cancelOnPush: true,
    environment: await variablesOf(store, plan),
    previewOf: parent.id,
    async admit(inside, { id: applicationId }) {
      if (!(await inside.previews.change(preview.id, ['creating'], { applicationId }))) {
        throw new OutdatedPreviewError()
      }
      const { sleepTimeout } = settings
      // Where routers cannot wake what sleeps, and for a task, it stays awake.
      if (sleepTimeout !== null && platform.activator && !isTask) {
        await inside.applications.setSleep(applicationId, { sleepTimeout })
      }
      if (!preview.isIsolated) await copyRelations(inside, plan, applicationId)
    },
  })
}

const nameOf = ({ preview: { source }, parent }: PreviewPlan) =>
  `${parent.name} ${source.kind === 'branch' ? source.branch : `#${source.number}`}`.slice(
    0,
    maxNameLength,
  )

/** Nothing of the parent reaches code of strangers. */
async function variablesOf(
  store: Store,
  { preview, parent, settings }: PreviewPlan,
): Promise<Environment> {
  if (preview.isIsolated) return settings.isolatedVariables
  return { ...(await store.variables.of(parent.id)), ...settings.variables }
}

/** Linked applications, and scheduled tasks where they are wanted. */
async function copyRelations(
  store: Store,
  { preview, parent, settings }: PreviewPlan,
  applicationId: Application['id'],
): Promise<void> {
  for (const dependency of await store.dependencies.of(parent.id)) {
    await store.dependencies.add(applicationId, dependency)
  }
  if (!settings.runsCrons) return
  for (const cron of await store.crons.list(parent.id)) {
    const { createdAt } = preview
    await store.crons.add({ ...cron, id: newId('cron'), applicationId, createdAt })
  }
}
