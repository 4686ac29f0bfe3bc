import { Refusal } from '#cli/refusal.ts'
import type { Application } from '#client/resources/applications/applications.ts'

/** An application linked to a folder. */
export interface Link {
  app_id: string
  org_id: string
  /** Git URL for pushes over HTTPS. */
  deploy_url: string
  git_ssh_url: string
  name: string
  /** Name of the application within this folder. */
  alias: string
}

/** Content and path of `.berth.json`. */
export interface Links {
  path: string
  apps: Link[]
  /** Id of the default application. */
  default?: string
}

export const linkTo = (application: Application, alias: string): Link => ({
  app_id: application.id,
  org_id: application.ownerId,
  deploy_url: application.deployment.httpUrl ?? application.deployment.url,
  git_ssh_url: application.deployment.url,
  name: application.name,
  alias,
})

/** Selects a link: by alias, else the default, else the only one. */
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
    'Choose one with --alias, or for always with `berth make-default <alias>`.',
  )
}

/** The requested alias, or one derived from the name; refused if another application has it. */
export function freeAlias(
  links: Links,
  chosen: string | undefined,
  name: string,
  applicationId?: string,
): string {
  const alias = chosen ?? aliasFor(name)
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(alias))
    throw new Refusal(
      `Invalid alias '${alias}'.`,
      'Use letters, digits, dots, dashes and underscores.',
    )
  if (links.apps.some((link) => link.alias === alias && link.app_id !== applicationId))
    throw new Refusal(
      `Another application is linked to this folder as '${alias}'.`,
      `Choose another alias with --alias, or remove that link with \`berth unlink ${alias}\`.`,
    )
  return alias
}

const aliasFor = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'application'
