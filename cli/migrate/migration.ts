import { createApplication } from '#cli/applications/create-application.ts'
import type { Session } from '#cli/profiles/session.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { ApiError } from '#client/http/api-error.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import type { NotCarried, SourceApplication } from './source-application.ts'

/** What will be created, or has been. */
export interface Migration {
  from: string
  name: string
  type: string
  region: string
  /** With values only if they were asked for. */
  variables: { name: string; value?: string }[]
  domains: MigratedDomain[]
  notCarried: readonly NotCarried[]
  /** Absent if nothing was created. */
  application?: { id: string; ownerId: string }
}

export interface MigratedDomain {
  fqdn: string
  state: 'planned' | 'added' | 'refused'
  /** Why it was refused. */
  reason?: string
}

export interface MigrationRequest {
  name: string
  type: string
  region: string
  org: string | undefined
  alias: string | undefined
  'allow-duplicate': boolean
  'show-values': boolean
}

/** What a migration would create. */
export const planMigration = (
  source: SourceApplication,
  { name, type, region, 'show-values': showsValues }: MigrationRequest,
): Migration => ({
  from: source.platform,
  name,
  type,
  region,
  variables: Object.entries(source.variables).map(([variable, value]) => ({
    name: variable,
    ...(showsValues && { value }),
  })),
  domains: source.domains.map((fqdn) => ({ fqdn, state: 'planned' })),
  notCarried: source.notCarried,
})

/** Creates the application with all its variables at once, then adds one domain after the other. */
export async function migrate(
  terminal: Terminal,
  session: Session,
  source: SourceApplication,
  request: MigrationRequest,
): Promise<Migration> {
  const { application } = await createApplication(terminal, session, {
    ...request,
    variables: source.variables,
  })
  const domains: MigratedDomain[] = []
  for (const fqdn of source.domains) {
    try {
      await session.client.domains.add(application, fqdn)
      domains.push({ fqdn, state: 'added' })
    } catch (error) {
      // The application is there by now, so the rest is told even if the connection is lost.
      if (!(error instanceof ApiError || error instanceof UnreachableError)) throw error
      domains.push({ fqdn, state: 'refused', reason: error.message })
    }
  }
  const { id, ownerId } = application
  return { ...planMigration(source, request), domains, application: { id, ownerId } }
}
