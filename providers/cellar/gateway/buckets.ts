import { createHash } from 'node:crypto'
import { elementsOf, escapeXml, textOf } from '#kit/xml/flat-xml.ts'
import { GatewayError, type SendToGateway } from './requests.ts'

/** What is stored. */
export interface Size {
  bytes: number
  objects: number
}

/** The buckets of a gateway, as its administrator sees them. */
export interface Buckets {
  /** Objects, and parts of uploads that are not complete; what is more than `most` need not be counted. */
  sizeOf(bucket: string, most: Size): Promise<Size>
  /** Its policy as its owner has written it, or `null`. */
  policyOf(bucket: string): Promise<string | null>
  /** Replaces the policy; `null` removes it. */
  setPolicy(bucket: string, policy: string | null): Promise<void>
  /** Removes what else its owner has noted with the bucket: the rules for browsers (CORS) and its tags. */
  makeRoom(bucket: string): Promise<void>
  /** Deletes a bucket with all that is in it; idempotent. */
  remove(bucket: string): Promise<void>
}

const listTimeout = 120_000

export function gatewayBuckets(send: SendToGateway): Buckets {
  const at = (bucket: string) => `/${encodeURIComponent(bucket)}`

  /** Pages of a list, until `next` finds no further one. */
  async function* pages(
    path: string,
    query: Record<string, string>,
    next: (page: string) => Record<string, string> | undefined,
  ): AsyncGenerator<string> {
    let more: Record<string, string> | undefined = {}
    while (more) {
      const all = { ...query, ...more }
      const page = await send('s3', { method: 'GET', path, query: all, timeout: listTimeout })
      yield page
      more = textOf(page, 'IsTruncated') === 'true' ? next(page) : undefined
    }
  }

  const objectPages = (bucket: string) =>
    pages(at(bucket), { 'list-type': '2', 'max-keys': '1000' }, (page) => {
      const token = textOf(page, 'NextContinuationToken')
      return token === undefined ? undefined : { 'continuation-token': token }
    })

  async function* uploads(bucket: string): AsyncGenerator<{ key: string; id: string }> {
    const all = pages(at(bucket), { uploads: '', 'max-uploads': '1000' }, (page) => {
      const [key, id] = [textOf(page, 'NextKeyMarker'), textOf(page, 'NextUploadIdMarker')]
      return key && id ? { 'key-marker': key, 'upload-id-marker': id } : undefined
    })
    for await (const page of all)
      for (const upload of elementsOf(page, 'Upload')) {
        const [key, id] = [textOf(upload, 'Key'), textOf(upload, 'UploadId')]
        if (key && id) yield { key, id }
      }
  }

  async function partsSize(bucket: string, upload: { key: string; id: string }): Promise<Size> {
    const size = { bytes: 0, objects: 1 }
    const path = `${at(bucket)}/${pathOf(upload.key)}`
    const all = pages(path, { uploadId: upload.id, 'max-parts': '1000' }, (page) => {
      const part = textOf(page, 'NextPartNumberMarker')
      return part ? { 'part-number-marker': part } : undefined
    })
    for await (const page of all)
      for (const part of elementsOf(page, 'Part')) size.bytes += Number(textOf(part, 'Size') ?? 0)
    return size
  }

  /** In one request for a page of a list. */
  async function removeObjects(bucket: string, keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('')
    const body = `<Delete>${objects}<Quiet>true</Quiet></Delete>`
    const digest = createHash('md5').update(body).digest('base64')
    const told = await send('s3', {
      method: 'POST',
      path: at(bucket),
      query: { delete: '' },
      headers: { 'content-md5': digest },
      body,
      timeout: listTimeout,
    })
    const [first] = elementsOf(told, 'Error')
    if (first) throw new Error(`${bucket}: ${textOf(first, 'Message') ?? 'an object stays'}`)
  }

  async function empty(bucket: string): Promise<void> {
    for await (const { key, id } of uploads(bucket))
      await send('s3', {
        method: 'DELETE',
        path: `${at(bucket)}/${pathOf(key)}`,
        query: { uploadId: id },
      }).catch(unlessGone)
    for await (const page of objectPages(bucket)) {
      const keys = elementsOf(page, 'Contents').flatMap((entry) => textOf(entry, 'Key') ?? [])
      if (keys.length > 0) await removeObjects(bucket, keys)
    }
  }

  return {
    async sizeOf(bucket, most) {
      const size = { bytes: 0, objects: 0 }
      for await (const page of objectPages(bucket)) {
        for (const entry of elementsOf(page, 'Contents')) {
          size.bytes += Number(textOf(entry, 'Size') ?? 0)
          size.objects += 1
        }
        if (isAbove(size, most)) return size
      }
      for await (const upload of uploads(bucket)) {
        if (isAbove(size, most)) return size
        const parts = await partsSize(bucket, upload).catch((error: unknown) => {
          unlessGone(error)
          return { bytes: 0, objects: 0 }
        })
        size.bytes += parts.bytes
        size.objects += parts.objects
      }
      return size
    },
    policyOf: (bucket) =>
      send('s3', { method: 'GET', path: at(bucket), query: { policy: '' } }).catch(
        (error: unknown) => {
          if (error instanceof GatewayError && error.code === 'NoSuchBucketPolicy') return null
          throw error
        },
      ),
    async setPolicy(bucket, policy) {
      const query = { policy: '' }
      await (policy === null
        ? send('s3', { method: 'DELETE', path: at(bucket), query })
        : send('s3', { method: 'PUT', path: at(bucket), query, body: policy }))
    },
    async makeRoom(bucket) {
      for (const noted of ['cors', 'tagging'])
        await send('s3', { method: 'DELETE', path: at(bucket), query: { [noted]: '' } })
    },
    async remove(bucket) {
      try {
        await empty(bucket)
        await send('s3', { method: 'DELETE', path: at(bucket) })
      } catch (error) {
        unlessGone(error)
      }
    },
  }
}

/** Whether it is known that there is too much. */
export const isAbove = (size: Size, most: Size): boolean =>
  size.bytes > most.bytes || size.objects > most.objects

const pathOf = (key: string) => key.split('/').map(encodeURIComponent).join('/')

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error
}

/** Whether an answer says that a bucket, an object or an upload is not there any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof GatewayError && error.status === 404
