/** What a host of a test has of its one repository. */
export interface HostState {
  /** `owner/name`. */
  path: string
  token: string
  hooks: { id: string; url: string; secret: string; events: string[] }[]
  statuses: { commit: string; state: string; context: string; description: string; url: string }[]
  comments: { id: string; number: number; text: string }[]
  pulls: HostPull[]
  branches: string[]
  commits: { commit: string; author: string; message: string; date: string }[]
  /** Public keys with read access. */
  keys: string[]
}

export interface HostPull {
  number: number
  title: string
  author: string
  branch: string
  target: string
  commit: string
  /** The repository of its branch. */
  from: string
  isOpen: boolean
}

export interface HostRequest {
  method: string
  /** After that of the repository, without the query. */
  path: string
  query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire
  body: any
}

export interface HostAnswer {
  status: number
  body?: unknown
}

/** How one kind of host speaks. */
export interface HostWire {
  /** Where the API has the repository. */
  prefix(path: string): string
  answer(state: HostState, request: HostRequest): HostAnswer | undefined
}

let last = 100
export function nextId(): string {
  last += 1
  return String(last)
}

/** A page of a list, by the names that the host has for its size. */
export function pageOf<T>(all: readonly T[], query: URLSearchParams, size: string): T[] {
  const length = Number(query.get(size) ?? 30)
  const page = Number(query.get('page') ?? 1)
  return all.slice((page - 1) * length, page * length)
}

/** Removes the item with an id; `undefined` when there is none. */
export function removeById<T extends { id: string }>(list: T[], id: string): T | undefined {
  const index = list.findIndex((each) => each.id === id)
  return index < 0 ? undefined : list.splice(index, 1)[0]
}
