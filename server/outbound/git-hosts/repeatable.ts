import {
  GitHostError,
  type HostComment,
} from '#platform/model/hosting/git-hosts/git-host-client.ts'

/** `undefined` where the host does not have it. */
export async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GitHostError && error.problem === 'missing') return undefined
    throw error
  }
}

/**
 * Makes a webhook in place of those that have its URL already: an earlier attempt may have made one whose answer was lost,
 * and one with another secret would sign wrongly.
 */
export async function replaceWebhook(
  url: string,
  host: {
    list(): Promise<readonly { id: string; url: string }[]>
    remove(id: string): Promise<void>
    create(): Promise<string>
  },
): Promise<string> {
  for (const hook of await host.list()) {
    if (hook.url === url) await undefinedIfMissing(host.remove(hook.id))
  }
  return host.create()
}

/**
 * Edits a comment, or makes one where there is none any more. Without an id, it is the first with the mark: whoever copies
 * the mark writes later. Among many comments it may be overlooked, and then there are two.
 */
export async function editOrCreate(
  { id, mark }: Pick<HostComment, 'id' | 'mark'>,
  host: {
    /** Some of the comments, oldest first. */
    list(): Promise<readonly { id: number; text: string }[]>
    edit(id: string): Promise<void>
    create(): Promise<number>
  },
): Promise<string> {
  const known = id ?? (await host.list()).find(({ text }) => text.includes(mark))?.id
  if (known !== undefined) {
    const isThere = await undefinedIfMissing(host.edit(String(known)).then(() => true))
    if (isThere) return String(known)
  }
  return String(await host.create())
}

/** All items of a list in pages, up to a number. */
export async function readPages<T>(
  read: (page: number) => Promise<readonly T[]>,
  { pageSize, max }: { pageSize: number; max: number },
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; all.length < max; page += 1) {
    const found = await read(page)
    all.push(...found)
    if (found.length < pageSize) break
  }
  return all.slice(0, max)
}
