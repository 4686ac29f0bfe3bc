import { emailHookAnswer, emailTargetType } from '#api/answers/notifications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { array, list, object, optional, string } from '#kit/schema.ts'
import {
  changeEmailHook,
  createEmailHook,
  getEmailHook,
} from '#platform/events/emails/email-hooks.ts'
import { filterEntries, wantedFilter } from './hook-filter-body.ts'
import { emailHookToWire } from './hook-record.ts'

const path = '/v2/notifications/emailhooks/:ownerId'
const access = { on: 'owner', may: 'operate' } as const

const body = object({
  ...filterEntries,
  notified: optional(array(object({ type: emailTargetType, target: optional(string) }))),
})

export const emailHookEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path,
    access,
    summary: 'Lists e-mail notifications',
    answer: list(emailHookAnswer),
    handle: async ({ platform, ownerId }) =>
      (await platform.store.emailHooks.listOf(ownerId)).map(emailHookToWire),
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    action: 'email-hook.create',
    summary:
      'Adds an e-mail notification for all members, some of them (the caller, without a `target`), or confirmed addresses of members',
    body,
    answer: emailHookAnswer,
    async handle({ platform, ownerId, caller, body: { notified = [], ...filter } }) {
      const wanted = { ...wantedFilter(filter), notified }
      return emailHookToWire(await createEmailHook(platform, ownerId, caller.userId, wanted))
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${path}/:emailHookId`,
    access,
    action: 'email-hook.change',
    summary: 'Changes an e-mail notification',
    body,
    answer: emailHookAnswer,
    async handle({ platform, ownerId, caller, params, body: { notified = [], ...filter } }) {
      const hook = await getEmailHook(platform, ownerId, params.emailHookId)
      const wanted = { ...wantedFilter(filter), notified }
      return emailHookToWire(await changeEmailHook(platform, hook, caller.userId, wanted))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:emailHookId`,
    access,
    action: 'email-hook.delete',
    summary: 'Removes an e-mail notification',
    answer: outcome,
    async handle({ platform, ownerId, params }) {
      const { id } = await getEmailHook(platform, ownerId, params.emailHookId)
      await platform.store.emailHooks.remove(id)
      return done('The e-mail notification was removed.')
    },
  }),
]
