import type { Session } from '#cli/profiles/session.ts'
import { resolveType } from '#cli/resolve/application-type.ts'
import { refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwnerInFolder } from '#cli/resolve/owner.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { freeAlias } from './link.ts'
import { linkApplication } from './link-application.ts'
import { readLinks } from './links.ts'

/** What the options of a command say about a new application. */
export interface CreateRequest {
  name: string
  type: string
  region: string
  org: string | undefined
  alias: string | undefined
  /** Command that runs once per deployment, instead of a server. */
  task?: string | undefined
  variables?: Readonly<Record<string, string>>
  'allow-duplicate': boolean
}

export interface CreatedApplication {
  application: Application
  /** Name of its owner. */
  owner: string
  /** The Git command that deploys it; absent outside a repository. */
  push?: string
}

/** Creates an application of the newest version of its type and links the folder to it. */
export async function createApplication(
  terminal: Terminal,
  { client, profile }: Session,
  request: CreateRequest,
): Promise<CreatedApplication> {
  const { name, type, region, task, variables } = request
  const links = await readLinks(terminal.folder)
  const alias = freeAlias(links, request.alias, name)
  const owner = chooseOwnerInFolder(await client.summary.get(), request.org)
  refuseDuplicate(
    {
      kind: 'an application',
      name,
      owner: owner.name,
      taken: owner.applications.map((application) => application.name),
      instead: `run \`berth link ${name}\` to link this folder to it`,
    },
    request,
  )
  const kind = resolveType(await client.catalogue.instanceTypes(owner.id), type)
  const application = await client.applications.create(owner.id, {
    name,
    description: name,
    zone: region,
    instanceType: kind.type,
    instanceVersion: kind.version,
    instanceVariant: kind.variant.id,
    minFlavor: kind.defaultFlavor.name,
    maxFlavor: kind.defaultFlavor.name,
    minInstances: 1,
    maxInstances: 1,
    ...(variables && { env: variables }),
    ...(task !== undefined && { instanceLifetime: 'TASK', env: { CC_RUN_COMMAND: task } }),
  })
  const { push } = await linkApplication(terminal, profile, links, application, alias)
  return { application, owner: owner.name, ...(push !== undefined && { push }) }
}

/** "Created hello (app_…) in acme, zone par." */
export const createdText = ({
  application: { id, name, zone },
  owner,
}: CreatedApplication): string => `Created ${name} (${id}) in ${owner}, zone ${zone}.`
