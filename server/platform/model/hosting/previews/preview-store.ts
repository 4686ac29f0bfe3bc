import type { ApplicationId, OwnerId, PreviewId } from '#platform/model/ids.ts'
import type { Preview, PreviewChange, PreviewState } from './preview.ts'
import type { PreviewSettings } from './preview-settings.ts'

export interface Previews {
  /** `false`, without a write, when the parent has a preview of this source key. */
  add(preview: Preview): Promise<boolean>
  find(id: PreviewId): Promise<Preview | undefined>
  findBySource(parentId: ApplicationId, sourceKey: string): Promise<Preview | undefined>
  /** The preview that has this application. */
  findByApplication(applicationId: ApplicationId): Promise<Preview | undefined>
  /** Oldest first, like the other lists. */
  listOf(parentId: ApplicationId): Promise<Preview[]>
  listOfOwner(ownerId: OwnerId): Promise<Preview[]>
  /** Those of every owner that count for this quota account. */
  listOfQuotaAccount(accountId: OwnerId): Promise<Preview[]>
  listAll(): Promise<Preview[]>
  /** Compare-and-set: `false`, without a write, unless the preview is in one of these states. */
  change(id: PreviewId, from: readonly PreviewState[], change: PreviewChange): Promise<boolean>
  remove(id: PreviewId): Promise<void>
}

export interface PreviewSettingsOfApplications {
  find(applicationId: ApplicationId): Promise<PreviewSettings | undefined>
  /** Adds them, or replaces those of the application. */
  put(settings: PreviewSettings): Promise<void>
}

/** The parts of the store about previews. */
export interface PreviewNouns {
  readonly previews: Previews
  readonly previewSettings: PreviewSettingsOfApplications
}
