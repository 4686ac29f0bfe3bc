import { recordEvent } from '#platform/events/record-event.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  needsApproval,
  type Preview,
  type PreviewChange,
  previewStates,
} from '#platform/model/hosting/previews/preview.ts'
import type { ApplicationId, PreviewId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { validateCommit } from './validate-commit.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'previewWorker'>

/** Shows this commit, or the newest of the source. Idempotent; what has failed is tried again. */
export async function updatePreview(
  platform: Context,
  { id }: Preview,
  commit?: string,
): Promise<Preview> {
  const wanted = commit === undefined ? null : validateCommit(commit)
  return changeNow(platform, id, (current, now) => {
    if (current.state === 'removing') {
      throw new Refusal('conflict', 'The preview is being removed: create another one.')
    }
    return updatedPreview(current, wanted, now)
  })
}

/** What a member allows. */
export interface Approval {
  approvedBy: UserId
  /** The commit that was looked at, at least its first 7 characters; whatever waits when absent. */
  commit?: string | undefined
  /** Later commits of the same pull request run without another approval. */
  trustsUpdates?: boolean | undefined
}

/** Lets the code of a fork run: the commit that was looked at, and no other. Idempotent: what waits for nothing stays as it is. */
export const approvePreview = (
  platform: Context,
  { id }: Preview,
  { approvedBy, commit = '', trustsUpdates = false }: Approval,
): Promise<Preview> =>
  changeNow(platform, id, (current, now) => {
    const { state, updatedAt } = current
    if (state !== 'awaiting-approval') return undefined
    if (current.commit === null) throw commitUnknown()
    if (commit !== '') refuseOtherCommit(current, commit)
    const next = after(updatedAt, now)
    return { state: 'creating', approvedBy, trustsUpdates, dueAt: now, updatedAt: next }
  })

/** A stranger may push at any time, so that what waits need not be what a member has read. */
function refuseOtherCommit({ commit }: Preview, seen: string): void {
  if (!/^[0-9a-f]{7,64}$/.test(seen)) {
    throw new Refusal('invalid', 'The commit is at least 7 characters of 0-9 and a-f.')
  }
  if (commit?.startsWith(seen)) return
  const waiting = commit?.slice(0, 7)
  throw new Refusal('conflict', `Not ${seen.slice(0, 7)} but ${waiting} waits: look at that first.`)
}

/** An update asked for the newest commit; the next look at the pull request says which that is. */
const commitUnknown = () =>
  new Refusal(
    'conflict',
    'Which commit waits is not known before the next look at the pull request: approve it then, or update the preview to a commit.',
  )

/** Removes a preview with all that it has; durable when this returns, and done in the background. Idempotent. */
export async function removePreview(platform: Context, { id }: Preview): Promise<void> {
  await platform.store.transaction(async (inside) => {
    const preview = await inside.previews.find(id)
    if (preview) await startRemoval(inside, preview, platform.clock())
  })
  platform.previewWorker.wake()
}

/** What a newer commit changes. A commit of a fork waits for its own approval, while an approved one runs on. */
export function updatedPreview(
  current: Preview,
  commit: string | null,
  now: number,
): PreviewChange {
  const { state, source, trustsUpdates, updatedAt } = current
  const isSame = commit !== null && commit === current.commit && !current.isOutdated
  if (isSame && state !== 'failed') return {}
  const isOther = commit === null || commit !== current.commit
  const awaitsApproval = needsApproval(source) && isOther && !trustsUpdates
  const next = state === 'failed' ? 'creating' : state
  return {
    commit,
    state: awaitsApproval ? 'awaiting-approval' : next,
    isOutdated: true,
    lastError: '',
    attempts: 0,
    dueAt: now,
    lastVisitAt: now,
    updatedAt: after(updatedAt, now),
  }
}

/** Begins a removal, in the transaction of the caller. Its source is free for another preview at once. */
export async function startRemoval(store: Store, preview: Preview, now: number): Promise<void> {
  const { id, ownerId, parentId, state, updatedAt } = preview
  if (state === 'removing') return
  await store.previews.change(id, previewStates, {
    state: 'removing',
    sourceKey: `removed ${id}`,
    lastError: '',
    attempts: 0,
    dueAt: now,
    updatedAt: after(updatedAt, now),
  })
  await recordEvent(store, {
    ownerId,
    name: 'PREVIEW_DELETION',
    date: now,
    subjectId: parentId,
    data: { id, appId: parentId, ownerId, state: 'removing' },
  })
}

/** With an application go its previews; with the application of a preview goes what else that has. */
export async function removePreviewsOf(
  store: Store,
  applicationId: ApplicationId,
  now: number,
): Promise<void> {
  const own = await store.previews.findByApplication(applicationId)
  const previews = [...(await store.previews.listOf(applicationId)), ...(own ? [own] : [])]
  for (const preview of previews) await startRemoval(store, preview, now)
}

/** Never the same twice, so that a step notices a change that was made during it. */
const after = (before: number, now: number) => Math.max(now, before + 1)

async function changeNow(
  { store, clock, previewWorker }: Context,
  id: PreviewId,
  decide: (current: Preview, now: number) => PreviewChange | undefined,
): Promise<Preview> {
  const changed = await store.transaction(async (inside) => {
    const current = await inside.previews.find(id)
    if (!current) throw new Refusal('missing', `There is no preview ${id}.`)
    const change = decide(current, clock())
    if (change && Object.keys(change).length > 0) {
      await inside.previews.change(id, [current.state], change)
    }
    return { ...current, ...change }
  })
  previewWorker.wake()
  return changed
}
