import { consentList } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { rightsToWire } from '#api/v2/consumer-record.ts'
import { withdrawConsent } from '#platform/identity/access/consumers/withdraw-consent.ts'

const path = '/v4/berth/self/consents'

export const listConsents = endpoint({
  method: 'GET',
  path,
  access: { on: 'user', may: 'read' },
  summary: 'Lists the programs of others that the user has given rights to',
  answer: consentList,
  async handle({ platform: { store }, caller }) {
    const consents = await store.consents.listOf(caller.userId)
    const found = await Promise.all(
      consents.map(async ({ consumerKey, granted, createdAt }) => {
        const consumer = await store.consumers.find(consumerKey)
        if (!consumer) return []
        const { key, name, description, url, picture } = consumer
        const rights = rightsToWire(granted)
        const date = new Date(createdAt).toISOString()
        return [{ consumer: { key, name, description, url, picture }, rights, date }]
      }),
    )
    return found.flat()
  },
})

export const deleteConsent = endpoint({
  method: 'DELETE',
  path: `${path}/:consumerKey`,
  access: { on: 'user', may: 'change' },
  action: 'consent.withdraw',
  summary: 'Takes the rights from a program again, and revokes all access tokens that it has',
  answer: outcome,
  async handle({ platform, caller, params }) {
    await withdrawConsent(platform, caller.userId, params.consumerKey)
    return done('The program has no access any more.')
  },
})
