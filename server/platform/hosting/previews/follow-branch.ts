import type { Platform } from '#platform/hosting/platform.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import { removePreview, updatePreview } from './change-preview.ts'

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
