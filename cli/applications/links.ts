import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { type Link, type Links, linkTo } from './link.ts'

const fileName = '.berth.json'

/** Links of the folder or of its nearest ancestor that has any; without any, an empty list for this folder. */
export async function readLinks(folder: string): Promise<Links> {
  for (let place = folder; ; place = dirname(place)) {
    const path = join(place, fileName)
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new Refusal(`${path} cannot be read (${error.code}).`)
    })
    if (text !== undefined) return { path, ...parsed(path, text) }
    if (place === dirname(place)) return { path: join(folder, fileName), apps: [] }
  }
}

/** Adds a link; returns it and the other links of the folder. */
export async function addLink(
  links: Links,
  application: Application,
  alias: string,
): Promise<{ link: Link; others: Link[] }> {
  const link = linkTo(application, alias)
  const others = links.apps.filter(({ app_id }) => app_id !== application.id)
  await writeLinks({ ...links, apps: [...others, link] })
  return { link, others }
}

/** Removes a link; returns the remaining links of the folder. */
export async function removeLink(
  { default: standard, ...links }: Links,
  applicationId: string,
): Promise<Link[]> {
  const apps = links.apps.filter(({ app_id }) => app_id !== applicationId)
  const kept = standard && standard !== applicationId ? { default: standard } : {}
  await writeLinks({ ...links, apps, ...kept })
  return apps
}

/** Makes one of the linked applications the default. */
export const makeDefault = (links: Links, { app_id }: Link): Promise<void> =>
  writeLinks({ ...links, default: app_id })

/** Updates the name of an application in its link, if it is linked; its alias stays. */
export async function renameLink(
  links: Links,
  { id, name }: Pick<Application, 'id' | 'name'>,
): Promise<void> {
  if (!links.apps.some((link) => link.app_id === id && link.name !== name)) return
  const apps = links.apps.map((link) => (link.app_id === id ? { ...link, name } : link))
  await writeLinks({ ...links, apps })
}

async function writeLinks({ path, ...content }: Links): Promise<void> {
  if (content.apps.length === 0) await rm(path, { force: true })
  else await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`, 0o644)
}

function parsed(path: string, text: string): Omit<Links, 'path'> {
  try {
    const { apps, default: standard } = JSON.parse(text)
    if (Array.isArray(apps) && apps.every(isLink))
      return { apps, ...(typeof standard === 'string' ? { default: standard } : {}) }
  } catch {}
  throw new Refusal(`${path} is damaged.`, 'Remove it and use `berth link <application>`.')
}

const textFields = [
  'app_id',
  'org_id',
  'deploy_url',
  'name',
  'alias',
] as const satisfies (keyof Link)[]

const isLink = (value: Partial<Link> | null) =>
  textFields.every((field) => typeof value?.[field] === 'string')
