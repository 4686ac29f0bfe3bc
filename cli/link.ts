import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Application } from '#client/applications.ts'

/** An application that a folder stands for. */
export interface Link {
  app_id: string
  org_id: string
  /** Where to push over HTTPS. */
  deploy_url: string
  git_ssh_url: string
  name: string
  /** What the application is called in this folder. */
  alias: string
}

/** The content of `.berth.json`, and where it is. */
export interface Links {
  path: string
  apps: Link[]
  /** Id of the application meant when none is named. */
  default?: string
}

const fileName = '.berth.json'

/** The links of the folder or of the nearest one above it; without any, empty ones that would be of this folder. */
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

/** Links an application; gives the link, and the others of the folder. */
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

/** The alias wished for, or one made from the name; refused where another application has it. */
export function freeAlias(
  links: Links,
  wish: string | undefined,
  name: string,
  applicationId?: string,
): string {
  const alias = wish ?? aliasFor(name)
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(alias))
    throw new Refusal(
      `'${alias}' cannot be an alias.`,
      'Use letters, digits, dots, dashes and underscores.',
    )
  if (links.apps.some((link) => link.alias === alias && link.app_id !== applicationId))
    throw new Refusal(
      `Another application is linked to this folder as '${alias}'.`,
      `Choose another alias with --alias, or remove that link with \`berth unlink ${alias}\`.`,
    )
  return alias
}

/** Takes a link away; gives the others of the folder. */
export async function removeLink(
  { default: standard, ...links }: Links,
  applicationId: string,
): Promise<Link[]> {
  const apps = links.apps.filter(({ app_id }) => app_id !== applicationId)
  const kept = standard && standard !== applicationId ? { default: standard } : {}
  await writeLinks({ ...links, apps, ...kept })
  return apps
}

/** The one link that is meant: by its alias, else the default, else the only one. */
export function chooseLink({ apps, default: standard }: Links, alias: string | undefined): Link {
  const aliases = apps.map((link) => link.alias).join(', ')
  if (alias !== undefined) {
    const named = apps.find((link) => link.alias === alias)
    if (named) return named
    throw new Refusal(
      `No application is linked to this folder as '${alias}' (linked: ${aliases || 'none'}).`,
    )
  }
  const [only, ...others] = apps
  if (!only)
    throw new Refusal(
      'This folder is not linked to an application.',
      'Use `berth link <application>`, or --app.',
    )
  const chosen = others.length === 0 ? only : apps.find(({ app_id }) => app_id === standard)
  if (chosen) return chosen
  throw new Refusal(
    `Several applications are linked to this folder: ${aliases}.`,
    'Choose one with --alias.',
  )
}

const aliasFor = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'application'

const linkTo = (application: Application, alias: string): Link => ({
  app_id: application.id,
  org_id: application.ownerId,
  deploy_url: application.deployment.httpUrl ?? application.deployment.url,
  git_ssh_url: application.deployment.url,
  name: application.name,
  alias,
})

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

const isLink = (value: unknown) => {
  const link = value as Partial<Link> | null
  return (
    typeof link?.app_id === 'string' &&
    typeof link.org_id === 'string' &&
    typeof link.alias === 'string'
  )
}
