import type { PreviewSettings, PreviewSettingsChange } from '#client/resources/previews.ts'

/** The settings of previews as they are typed; numbers are texts until they are sent. */
export interface SettingsValues {
  isEnabled: boolean
  pullRequests: boolean
  runsCrons: boolean
  maxPreviews: string
  idleHours: string
  sleepMinutes: string
  flavor: string
  /** `NAME=value`, one a line. */
  variables: string
  /** Empty: as it is. */
  password: string
}

const [hour, minute] = [3600, 60]

export const valuesOf = (settings: PreviewSettings): SettingsValues => ({
  isEnabled: settings.isEnabled,
  pullRequests: settings.pullRequests,
  runsCrons: settings.runsCrons,
  maxPreviews: String(settings.maxPreviews),
  idleHours: String(Math.round(settings.idleTimeout / hour)),
  sleepMinutes: String(Math.round(settings.sleepTimeout / minute)),
  flavor: settings.flavor,
  variables: Object.entries(settings.variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
  password: '',
})

/** What was edited, so that a value in other units than those of the form stays as it is. */
export function changeIn(saved: PreviewSettings, values: SettingsValues): PreviewSettingsChange {
  const before = valuesOf(saved)
  const isEdited = (name: keyof SettingsValues) => values[name] !== before[name]
  return {
    isEnabled: values.isEnabled,
    pullRequests: values.pullRequests,
    runsCrons: values.runsCrons,
    ...(isEdited('maxPreviews') && { maxPreviews: Number(values.maxPreviews) }),
    ...(isEdited('idleHours') && { idleTimeout: Math.round(Number(values.idleHours) * hour) }),
    ...(isEdited('sleepMinutes') && {
      sleepTimeout: Math.round(Number(values.sleepMinutes) * minute),
    }),
    ...(isEdited('flavor') && { flavor: values.flavor.trim() }),
    ...(isEdited('variables') && { variables: variablesIn(values.variables) }),
    ...(values.password !== '' && { password: values.password }),
  }
}

/** Whether each number is one, and each line of the variables has a name. */
export const isComplete = ({ maxPreviews, idleHours, sleepMinutes, variables }: SettingsValues) =>
  [maxPreviews, idleHours, sleepMinutes].every((text) => /^\d+(\.\d+)?$/.test(text.trim())) &&
  linesOf(variables).every((line) => line.indexOf('=') > 0)

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at).trim(), line.slice(at + 1)]
    }),
  )
