import { newId } from '#kit/text/ids.ts'
import { refuseSuspended } from '#platform/billing/payments/refuse-suspended.ts'
import { recordEvent } from '#platform/events/record-event.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { validateBranch } from '#platform/model/hosting/names.ts'
import {
  nameOfSource,
  needsApproval,
  type Preview,
  type PreviewSource,
  sourceKeyOf,
} from '#platform/model/hosting/previews/preview.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { startRemoval, updatedPreview } from './change-preview.ts'
import { previewSettingsOf } from './find-preview.ts'
import { roomFor } from './limits.ts'
import { validateCommit } from './validate-commit.ts'

export interface PreviewRequest {
  source: PreviewSource
  /** The commit to show; the newest of the source when absent. */
  commit?: string | undefined
  /** Without variables of the parent and copies of its data; what comes from a fork always is. */
  isIsolated?: boolean | undefined
  createdBy: UserId
  /** Where the source was found: nothing is made of it once the parent is connected to another repository. */
  repositoryUrl?: string | undefined
}

/**
 * Creates the preview of a source, or updates the one that there is. It is stored when this returns; the worker makes
 * its application. At the limit, the preview that has been idle the longest is removed.
 */
export async function createPreview(
  platform: Pick<Platform, 'store' | 'clock' | 'previewWorker'>,
  parent: Application,
  { source, commit, isIsolated = false, createdBy, repositoryUrl }: PreviewRequest,
): Promise<Preview> {
  const { store, clock, previewWorker } = platform
  validateBranch(source.branch)
  const wanted = commit === undefined ? null : validateCommit(commit)
  if (parent.previewOf !== null) {
    throw new Refusal('conflict', 'A preview has no previews: create one of its application.')
  }
  const preview = await store.transaction(async (inside) => {
    const settings = await previewSettingsOf({ store: inside }, parent.id)
    if (!settings.isEnabled) throw new Refusal('conflict', notEnabled(parent.name))
    await refuseSuspended(inside, parent.ownerId)
    if (repositoryUrl !== undefined) await refuseMoved(inside, parent.id, repositoryUrl)
    const now = clock()
    const known = await inside.previews.findBySource(parent.id, sourceKeyOf(source))
    if (known) {
      if (isIsolated || needsApproval(source)) refuseUnisolated(known)
      const change = { ...updatedPreview({ ...known, source }, wanted, now), source }
      await inside.previews.change(known.id, [known.state], change)
      return { ...known, ...change }
    }
    const fresh = newPreview(parent, {
      source,
      commit: wanted,
      isIsolated: isIsolated || needsApproval(source),
      createdBy,
      now,
    })
    await makeRoom(inside, fresh, settings, now)
    await inside.previews.add(fresh)
    await recordEvent(inside, {
      ownerId: parent.ownerId,
      name: 'PREVIEW_CREATION',
      date: now,
      subjectId: parent.id,
      data: { id: fresh.id, appId: parent.id, ownerId: parent.ownerId, state: fresh.state },
    })
    return fresh
  })
  previewWorker.wake()
  return preview
}

const notEnabled = (name: string) =>
  `${name} has no previews: switch them on first, with \`berth preview settings --enable\`.`

/** It has variables of the parent already, which code that is not trusted must not get. */
function refuseUnisolated({ isIsolated, source }: Preview): void {
  if (isIsolated) return
  throw new Refusal(
    'conflict',
    `The preview of ${nameOfSource(source)} is not isolated: remove it first.`,
  )
}

async function refuseMoved(store: Store, parentId: Application['id'], url: string): Promise<void> {
  const repository = await store.connectedRepositories.find(parentId)
  if (repository?.url === url) return
  throw new Refusal('conflict', 'The application is connected to another repository now.')
}

async function makeRoom(
  store: Store,
  { parentId, state }: Preview,
  settings: { maxPreviews: number },
  now: number,
): Promise<void> {
  const present = await store.previews.listOf(parentId)
  const isApproved = state !== 'awaiting-approval'
  const { isThere, displaced } = roomFor(present, settings, { isApproved })
  if (!isThere) {
    throw new Refusal(
      'limited',
      `The application has its ${settings.maxPreviews} previews already: remove one, or allow more.`,
    )
  }
  if (displaced) await startRemoval(store, displaced, now)
}

function newPreview(
  { id: parentId, ownerId }: Application,
  given: Pick<Preview, 'source' | 'commit' | 'isIsolated' | 'createdBy'> & { now: number },
): Preview {
  const { now, ...fields } = given
  return {
    ...fields,
    id: newId('preview'),
    ownerId,
    parentId,
    applicationId: null,
    sourceKey: sourceKeyOf(fields.source),
    isOutdated: true,
    state: needsApproval(fields.source) ? 'awaiting-approval' : 'creating',
    addons: [],
    lastError: '',
    approvedBy: null,
    trustsUpdates: false,
    commentId: null,
    createdAt: now,
    updatedAt: now,
    lastVisitAt: now,
    dueAt: now,
    attempts: 0,
  }
}
