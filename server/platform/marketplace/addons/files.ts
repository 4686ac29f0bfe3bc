import {
  callProvider,
  nameOf,
  type ProviderContext,
  type Question,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import {
  type ProviderFile,
  type ProviderResponse,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  type FileEntry,
  type FileListing,
  isDraftId,
  readEntry,
  readListing,
} from '#protocol/files/file-listing.ts'
import { type FilePath, objectionToPath } from '#protocol/files/file-path.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { failed, invalidAnswer } from './backups/provider-backups.ts'
import { requireOffer } from './orders/require-offer.ts'

/** A page of a folder of an add-on that keeps files. */
export async function listFiles(
  platform: ProviderContext,
  addon: Addon,
  { path, after, limit }: { path: FilePath; after: FilePath; limit: number },
): Promise<FileListing> {
  const { provider, text } = await ask(platform, addon, {
    purpose: 'list-files',
    method: 'GET',
    query: { path: checked(path), after: checked(after), limit: String(limit) },
  })
  return readListing(parse(text)) ?? refuse(invalidAnswer(provider))
}

/** What is at a path; refuses when there is nothing. */
export async function lookAtFile(
  platform: ProviderContext,
  addon: Addon,
  path: FilePath,
): Promise<FileEntry> {
  const { provider, text } = await ask(platform, addon, {
    purpose: 'list-files',
    method: 'GET',
    query: { path: named(path), self: 'true' },
  })
  return readEntry(parse(text)) ?? refuse(invalidAnswer(provider))
}

/** Streams the content of a file. */
export async function openFile(
  platform: ProviderContext,
  addon: Addon,
  path: FilePath,
): Promise<ProviderFile> {
  const { provider, url } = await placeOf(platform, addon)
  const call = {
    url: `${url}/content?${new URLSearchParams({ path: named(path) })}`,
    credentials: { id: provider.id, password: provider.manifest.api.password },
    timeout: platform.policies.providerTimeout,
  }
  return platform.providerClient.open(call).catch((error) => {
    throw error instanceof ProviderUnreachableError
      ? failed(providerMessage(unreachableMessage(provider, error)))
      : error
  })
}

/** Appends a part to a draft, which is no file yet. */
export async function writeDraft(
  platform: ProviderContext,
  addon: Addon,
  { draftId, offset, bytes }: { draftId: string; offset: number; bytes: Buffer },
): Promise<void> {
  const query = { path: '', draft: draftOf(draftId), offset: String(offset) }
  await ask(platform, addon, { purpose: 'put-file', method: 'PUT', part: '/content', query, bytes })
}

/** Makes a draft of this size the file at a path, in place of one that is there. */
export async function putFile(
  platform: ProviderContext,
  addon: Addon,
  { path, draftId, size }: { path: FilePath; draftId: string; size: number },
): Promise<void> {
  const draft = draftOf(draftId)
  const query = { path: named(path), draft, offset: String(size), last: 'true' }
  const bytes = Buffer.alloc(0)
  await ask(platform, addon, { purpose: 'put-file', method: 'PUT', part: '/content', query, bytes })
}

/** Removes a file, or a folder with all that it holds. */
export async function removeFile(
  platform: ProviderContext,
  addon: Addon,
  path: FilePath,
): Promise<void> {
  const query = { path: named(path) }
  await ask(platform, addon, { purpose: 'remove-file', method: 'DELETE', query })
}

interface FileQuestion extends Pick<Question, 'purpose' | 'method'> {
  part?: string
  query: Record<string, string>
  bytes?: Buffer
}

async function ask(
  platform: ProviderContext,
  addon: Addon,
  { purpose, method, part = '', query, bytes }: FileQuestion,
): Promise<{ provider: Provider; text: string }> {
  const { provider, url: place } = await placeOf(platform, addon)
  const url = `${place}${part}?${new URLSearchParams(query)}`
  const payload = bytes && { text: bytes, headers: { 'content-type': 'application/octet-stream' } }
  const { answer } = await callProvider(platform, provider, addon, {
    purpose,
    method,
    url,
    ...(payload && { payload }),
  })
  if (answer instanceof ProviderUnreachableError)
    throw failed(providerMessage(unreachableMessage(provider, answer)))
  if (answer.status === 200) return { provider, text: answer.text }
  throw refusalOf(provider, answer)
}

/** What the provider says about a file is for its owner. */
function refusalOf(provider: Provider, { status, text }: ProviderResponse): Refusal {
  const sentence = providerMessage(errorMessageIn(text, status, provider))
  if (status === 404) return new Refusal('missing', sentence)
  if (status === 400) return new Refusal('invalid', sentence)
  if (status === 409 || status === 410) return new Refusal('conflict', sentence)
  if (status === 405 || status === 501)
    return new Refusal('conflict', `${nameOf(provider)} keeps no files.`)
  return failed(sentence)
}

async function placeOf(platform: ProviderContext, addon: Addon) {
  if (addon.realId === null) throw new Refusal('conflict', `${addon.name} is ${addon.state}.`)
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  return { provider, url: `${resourceUrl(base_url, addon.realId)}/files` }
}

function checked(path: FilePath): FilePath {
  const objection = objectionToPath(path)
  if (objection !== undefined) throw new Refusal('invalid', objection)
  return path
}

const named = (path: FilePath): FilePath =>
  path === '' ? refuse(new Refusal('invalid', 'Name a file or a folder.')) : checked(path)

const draftOf = (draftId: string): string =>
  isDraftId(draftId) ? draftId : refuse(new Refusal('invalid', 'The id of a draft is a UUID.'))

function refuse(refusal: Refusal): never {
  throw refusal
}
