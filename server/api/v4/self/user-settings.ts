import { userSettingAnswer, userSettingList } from '#api/answers/accounts.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { noContent } from '#api/http/response.ts'
import { string, text } from '#kit/schema.ts'
import {
  getUserSetting,
  listUserSettings,
  removeUserSetting,
  setUserSetting,
} from '#platform/identity/accounts/users/user-settings.ts'

const path = '/v4/console/settings'
const query = { env: string }

/** Values that programs keep for a user, such as the theme of a console. */
export const userSettingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    access: { on: 'user', may: 'read' },
    summary: 'Lists the settings that programs have stored for the user, of one `env`',
    query,
    answer: userSettingList,
    async handle({ platform, caller, query: sent }) {
      const found = await listUserSettings(platform, caller.userId, sent.get('env') ?? '')
      return found.map(({ name, value }) => ({ name, value }))
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:name`,
    access: { on: 'user', may: 'read' },
    summary: 'Shows a setting of the user',
    query,
    answer: userSettingAnswer,
    async handle({ platform, caller: { userId }, params, query: sent }) {
      const key = { userId, env: sent.get('env') ?? '', name: params.name }
      const { name, value } = await getUserSetting(platform, key)
      return { name, value }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:name`,
    access: { on: 'user', may: 'change' },
    action: 'user-setting.set',
    summary: 'Sets a setting of the user; the body is its value as plain text',
    query,
    body: text,
    produces: 'nothing',
    async handle({ platform, caller: { userId }, params, query: sent, body: value }) {
      const key = { userId, env: sent.get('env') ?? '', name: params.name }
      await setUserSetting(platform, { ...key, value })
      return noContent()
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:name`,
    access: { on: 'user', may: 'change' },
    action: 'user-setting.remove',
    summary: 'Removes a setting of the user',
    query,
    produces: 'nothing',
    async handle({ platform, caller: { userId }, params, query: sent }) {
      await removeUserSetting(platform, {
        userId,
        env: sent.get('env') ?? '',
        name: params.name,
      })
      return noContent()
    },
  }),
]
