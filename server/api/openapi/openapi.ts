import { createHash } from 'node:crypto'
import { endpoint } from '#api/http/endpoint.ts'
import { respond } from '#api/http/response.ts'
import { record, unknown } from '#kit/schema.ts'
import type { Listeners } from './document.ts'

/** The OpenAPI document, generated at the first request, so that the schema converter is loaded only if needed. */
export const getOpenApi = (listeners: () => Listeners) => {
  let made: { key: string; body: Buffer; etag: string } | undefined
  return endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    summary: 'The description of this API as OpenAPI 3.1',
    isStatic: true,
    answer: record(unknown),
    async handle({ addresses: { api, bridge } }) {
      const key = `${api} ${bridge}`
      if (made?.key !== key) {
        const { openApiDocument } = await import('./document.ts')
        const body = Buffer.from(JSON.stringify(openApiDocument(listeners(), { api, bridge })))
        const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
        made = { key, body, etag }
      }
      const { body, etag } = made
      const headers = {
        etag,
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
      }
      return respond(body, { headers })
    },
  })
}
