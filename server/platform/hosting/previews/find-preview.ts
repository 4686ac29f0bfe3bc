import type { Platform } from '#platform/hosting/platform.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import {
  defaultPreviewSettings,
  type PreviewSettings,
} from '#platform/model/hosting/previews/preview-settings.ts'
import type { ApplicationId, PreviewId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** A preview of this application. */
export async function getPreview(
  { store }: Pick<Platform, 'store'>,
  parentId: ApplicationId,
  id: PreviewId,
): Promise<Preview> {
  const preview = await store.previews.find(id)
  if (preview?.parentId === parentId) return preview
  throw new Refusal('missing', `There is no preview ${id}.`)
}

/** Settings of an application's previews, or the default ones. */
export const previewSettingsOf = async (
  { store }: { store: Pick<Store, 'previewSettings'> },
  parentId: ApplicationId,
): Promise<PreviewSettings> =>
  (await store.previewSettings.find(parentId)) ?? defaultPreviewSettings(parentId)
