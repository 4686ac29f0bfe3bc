import type { Platform } from '#platform/identity/platform.ts'
import type { UserSetting } from '#platform/model/identity/accounts/user-setting.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxNameLength = 100
const maxSettings = 100

type Key = Pick<UserSetting, 'userId' | 'env' | 'name'>

/** Sets or replaces a setting of a user. */
export async function setUserSetting(
  { store }: Pick<Platform, 'store'>,
  setting: UserSetting,
): Promise<void> {
  const { userId, env, name } = setting
  for (const text of [env, name]) {
    if (text.length <= maxNameLength && !/[\u0000-\u001f\u007f]/.test(text)) continue
    throw new Refusal(
      'invalid',
      `The name and the env of a setting have at most ${maxNameLength} characters, none of them a control character.`,
    )
  }
  if (setting.value.includes('\0')) {
    throw new Refusal('invalid', 'The value of a setting contains a null character.')
  }
  await store.transaction(async ({ userSettings }) => {
    const present = await userSettings.countOf(userId)
    if (present >= maxSettings && !(await userSettings.find(setting))) {
      throw new Refusal('conflict', `You already have ${maxSettings} settings. Remove one first.`)
    }
    await userSettings.put({ userId, env, name, value: setting.value })
  })
}

export async function getUserSetting(
  { store }: Pick<Platform, 'store'>,
  key: Key,
): Promise<UserSetting> {
  const setting = await store.userSettings.find(key)
  if (setting) return setting
  throw missing(key)
}

export async function removeUserSetting(
  { store }: Pick<Platform, 'store'>,
  key: Key,
): Promise<void> {
  if (!(await store.userSettings.remove(key))) throw missing(key)
}

export const listUserSettings = (
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  env: string,
): Promise<UserSetting[]> => store.userSettings.listOf(userId, env)

const missing = ({ name }: Key) =>
  new Refusal('missing', `You have no setting ${JSON.stringify(name.slice(0, 100))}.`)
