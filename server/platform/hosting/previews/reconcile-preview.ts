import { backoff } from '#kit/concurrency/backoff.ts'
import { recordEvent } from '#platform/events/record-event.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import {
  type Preview,
  type PreviewChange,
  previewStates,
} from '#platform/model/hosting/previews/preview.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { copyAddons } from './addons/copy-addons.ts'
import { removePreview } from './change-preview.ts'
import { deploySource } from './deploy-source.ts'
import { previewSettingsOf } from './find-preview.ts'
import { followBranch } from './follow-branch.ts'
import { idleAt, leastRecentlyVisited } from './limits.ts'
import { makeApplication } from './make-application.ts'
import { OutdatedPreviewError } from './outdated-preview.ts'
import { removeResources } from './remove-resources.ts'

/** Between attempts that fail. */
const pauses = { first: 5000, max: 3_600_000 }
/** After these a preview that could not be made has failed; a new commit tries again. */
const maxAttempts = 8
/** Between looks at add-ons that are being made. */
const addonPauses = { first: 2000, max: 60_000 }
const idlePause = 600_000

/**
 * Brings a preview a step closer to what is wanted, and stores when the next one is due. Each step finds what an
 * earlier one has left, so that it can be repeated after a crash.
 */
export async function reconcilePreview(
  platform: Platform,
  preview: Preview,
  signal: AbortSignal,
): Promise<void> {
  try {
    await step(platform, preview, signal)
  } catch (error) {
    if (signal.aborted || error instanceof OutdatedPreviewError) return
    const sentence = sentenceOf(error)
    await noteFailure(platform, preview, sentence, isTransient(error))
    if (sentence === undefined) throw error
  }
}

async function step(platform: Platform, preview: Preview, signal: AbortSignal): Promise<void> {
  const { store, clock, policies } = platform
  if (preview.state === 'removing') return removeResources(platform, preview)
  const { id, parentId, applicationId } = preview
  const parent = await store.applications.find(parentId)
  const application = applicationId && (await store.applications.find(applicationId))
  const isGone = applicationId !== null && !application
  const settings = await previewSettingsOf(platform, parentId)
  const idle = idleAt(preview, settings)
  if (!parent || isGone || (idle !== undefined && idle <= clock())) {
    return removePreview(platform, preview)
  }
  if (preview.state === 'creating') return make(platform, { preview, parent, settings }, signal)
  if (preview.state === 'ready' && application) {
    if (preview.isOutdated) return deploySource(platform, preview, application, signal)
    await followBranch(platform, preview, signal)
  }
  const pause = Math.min(idlePause, policies.repositoryInterval)
  await note(platform, preview, { dueAt: clock() + pause, attempts: 0 })
  if (preview.lastError !== '' && preview.state === 'ready') {
    await store.previews.change(id, ['ready'], { lastError: '' })
  }
}

async function make(
  platform: Platform,
  plan: Parameters<typeof copyAddons>[1],
  signal: AbortSignal,
): Promise<void> {
  const { preview } = plan
  const application = await makeApplication(platform, plan).catch(async (error) => {
    if (error instanceof Refusal && error.kind === 'limited') await displace(platform, preview)
    throw error
  })
  if (!application) return removePreview(platform, preview)
  const unready = await copyAddons(platform, plan, application)
  const [first] = unready
  if (!first) return deploySource(platform, preview, application, signal)
  const { attempts } = preview
  await note(platform, preview, {
    dueAt: platform.clock() + backoff(attempts, addonPauses),
    attempts: attempts + 1,
    lastError: first.trouble,
  })
}

/** At a limit of the organisation, another preview of it goes: the one that has been idle the longest. */
async function displace(platform: Platform, { id, ownerId }: Preview): Promise<void> {
  const others = (await platform.store.previews.listOfOwner(ownerId)).filter(
    (each) => each.id !== id && each.applicationId !== null,
  )
  const displaced = leastRecentlyVisited(others)
  if (displaced) await removePreview(platform, displaced)
}

/** A change of the record alone; one that was made meanwhile by somebody else stays due. */
async function note(
  { store }: Pick<Platform, 'store'>,
  preview: Preview,
  change: PreviewChange,
): Promise<void> {
  await store.transaction(async (inside) => {
    const current = await inside.previews.find(preview.id)
    if (current?.updatedAt !== preview.updatedAt) return
    await inside.previews.change(preview.id, previewStates, change)
  })
}

async function noteFailure(
  { store, clock }: Platform,
  preview: Preview,
  sentence: string | undefined,
  mayPass: boolean,
): Promise<void> {
  const { id, ownerId, parentId, state } = preview
  const attempts = preview.attempts + 1
  const hasFailed = state === 'creating' && (!mayPass || attempts >= maxAttempts)
  await store.transaction(async (inside) => {
    const current = await inside.previews.find(id)
    if (current?.updatedAt !== preview.updatedAt) return
    await inside.previews.change(id, [state], {
      ...(hasFailed && { state: 'failed' }),
      attempts,
      dueAt: clock() + backoff(preview.attempts, pauses),
      lastError: sentence ?? 'Something went wrong in Berth.',
    })
    if (!hasFailed) return
    await recordEvent(inside, {
      ownerId,
      name: 'PREVIEW_FAIL',
      date: clock(),
      subjectId: parentId,
      data: { id, appId: parentId, ownerId, state: 'failed' },
    })
  })
}

const sentenceOf = (error: unknown): string | undefined =>
  error instanceof RemoteRepositoryError || error instanceof Refusal ? error.message : undefined

/** Quotas may have room after a displaced preview is gone; bugs may be of a passing state. */
function isTransient(error: unknown): boolean {
  if (error instanceof RemoteRepositoryError) return error.isTransient
  if (error instanceof Refusal) return error.kind === 'unavailable' || error.kind === 'limited'
  return true
}
