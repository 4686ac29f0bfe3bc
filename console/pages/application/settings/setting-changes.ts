import type { Application } from '#client/resources/applications/applications.ts'

/** What the page of settings edits. */
interface ApplicationSettings {
  name: string
  description: string
  branch: string
  forceHttps: boolean
  stickySessions: boolean
  homogeneous: boolean
  cancelOnPush: boolean
}

export const settingsOf = (application: Application): ApplicationSettings => ({
  name: application.name,
  description: application.description,
  branch: application.branch,
  forceHttps: application.forceHttps === 'ENABLED',
  stickySessions: application.stickySessions,
  homogeneous: application.homogeneous,
  cancelOnPush: application.cancelOnPush,
})

/** Only what differs, as the API takes it: somebody else's change of another setting stays. */
export function settingChanges(
  saved: ApplicationSettings,
  edited: ApplicationSettings,
): Record<string, unknown> {
  const names = (Object.keys(edited) as (keyof ApplicationSettings)[]).filter(
    (name) => edited[name] !== saved[name],
  )
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'forceHttps' ? (edited.forceHttps ? 'ENABLED' : 'DISABLED') : edited[name],
    ]),
  )
}
