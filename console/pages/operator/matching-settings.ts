import type { PlatformSetting } from '#client/resources/operation.ts'

/** Settings whose name or meaning has each typed word; only those from the environment, if wanted. */
export function matchingSettings(
  settings: readonly PlatformSetting[],
  search: string,
  isOnlySet: boolean,
): PlatformSetting[] {
  const words = search
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean)
  return settings.filter(({ variable, meaning, source }) => {
    const text = `${variable} ${meaning}`.toLowerCase()
    return (!isOnlySet || source === 'environment') && words.every((word) => text.includes(word))
  })
}
