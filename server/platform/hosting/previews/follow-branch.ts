import type { Platform } from '#platform/hosting/platform.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { removePreview, updatedPreview, updatePreview } from './change-preview.ts'

/** Looks whether the branch of a preview has moved or is gone. Pull requests are followed by what their host says. */
export async function followBranch(
  platform: Platform,
  preview: Preview,
  signal: AbortSignal,
): Promise<void> {
  const { store, remoteRepositories } = platform
  const { source, parentId, commit } = preview
  const repository = await store.connectedRepositories.find(parentId)
  if (!repository || source.kind !== 'branch') return
  const refs = [`refs/heads/${source.branch}`]
  const { branches } = await remoteRepositories.listHeads(repository, { refs, signal })
  const head = branches.get(source.branch)
  if (head === undefined) return removePreview(platform, preview)
  if (head !== commit) await updatePreview(platform, preview, head)
}

/**
 * Has previews of branches looked at by a date, inside a transaction; the caller wakes the worker. Those of the branches
 * that are said to have moved, or all without a name of one. What is said decides when to look, never what is shown.
 */
export async function makeBranchPreviewsDue(
  store: Pick<Store, 'previews'>,
  parentId: ApplicationId,
  date: number,
  moved?: ReadonlySet<string>,
): Promise<void> {
  for (const preview of await store.previews.listOf(parentId)) {
    const { id, source, state, dueAt, updatedAt, isOutdated } = preview
    if (source.kind !== 'branch' || state === 'removing') continue
    if (moved && !moved.has(source.branch)) continue
    if (state === 'ready' && !isOutdated) {
      // Another `updatedAt`, by which a look in progress knows that it may have seen less.
      const change = { dueAt: Math.min(dueAt, date), updatedAt: updatedAt + 1 }
      await store.previews.change(id, [state], change)
    } else if (moved) {
      // What has failed, or waits for its next attempt, begins again with the newest commit.
      await store.previews.change(id, [state], updatedPreview(preview, null, date))
    }
  }
}

/** Those of the branches that have a preview. */
export async function previewedBranches(
  store: Pick<Store, 'previews'>,
  parentId: ApplicationId,
  branches: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const previews = await store.previews.listOf(parentId)
  const previewed = previews.flatMap(({ source, state }) =>
    source.kind === 'branch' && state !== 'removing' ? [source.branch] : [],
  )
  return new Set(previewed.filter((branch) => branches.has(branch)))
}
