import { join } from 'node:path/posix'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { platformFolders } from '#platform/model/hosting/recipe/platform-folders.ts'
import {
  type OwnPages,
  type PageName,
  pageNames,
} from '#platform/model/hosting/visitors/visitor-rules.ts'

/** A router of the family sends a page from one buffer. */
const maxPageBytes = 32 * 1024
/** Routers hold the pages of all applications in memory. */
const maxTotalBytes = 64 * 1024

/** Path of a page below the folder for the platform. */
const fileOf = (name: PageName) =>
  name === 'maintenance' ? 'maintenance.html' : `errors/${name}.html`

/**
 * The pages that visitors get in place of those of the router: `maintenance.html` and `errors/<status>.html` in the folder
 * for the platform, of the application's own folder or else of the repository. `undefined` for none.
 */
export async function readOwnPages(
  source: Source,
  environment: Environment,
): Promise<OwnPages | undefined> {
  const pages: Partial<Record<PageName, string>> = {}
  let total = 0
  for (const folder of await foldersOf(source, environment)) {
    const names = new Set(await source.list(folder))
    const errors = names.has('errors/') ? await source.list(`${folder}/errors`) : []
    const all = new Set([...names, ...errors.map((name) => `errors/${name}`)])
    for (const name of pageNames) {
      const file = fileOf(name)
      if (pages[name] !== undefined || !all.has(file)) continue
      const text = await readPage(source, `${folder}/${file}`)
      if (text === undefined) continue
      pages[name] = text
      total += Buffer.byteLength(text)
    }
  }
  if (total > maxTotalBytes) {
    throw new Failure(
      'recipe',
      `The error pages of the application are larger than ${maxTotalBytes / 1024} KB together.`,
      ['Make them smaller, for example by loading pictures from another address.'],
    )
  }
  return Object.keys(pages).length > 0 ? pages : undefined
}

/** The folders for the platform that are there, the application's own first. */
async function foldersOf(source: Source, { APP_FOLDER = '' }: Environment): Promise<string[]> {
  const below = join('/', APP_FOLDER).slice(1).replace(/\/$/, '')
  const found: string[] = []
  for (const root of new Set([below, ''])) {
    const names = await source.list(root)
    const isThere = (name: string) => names.includes(`${name}/`)
    found.push(...platformFolders.filter(isThere).map((name) => join(root, name)))
  }
  return found
}

async function readPage(source: Source, path: string): Promise<string | undefined> {
  const text = await source.read(path)
  if (text === undefined || text.trim() === '') return undefined
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxPageBytes) return text
  throw new Failure(
    'recipe',
    `${path} has ${Math.ceil(bytes / 1024)} KB: a page that the router shows has at most ${maxPageBytes / 1024} KB.`,
    ['Make it smaller, for example by loading pictures from another address.'],
  )
}
