import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import {
  Bell,
  Box,
  CreditCard,
  Gauge,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Network,
  Plus,
  Puzzle,
  ScrollText,
  Settings,
  Store,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApplicationState } from '#client/resources/overview.ts'
import { mayDo } from '#console/api/permissions.ts'
import { overviewQuery } from '#console/api/queries/overview.ts'
import { sessionQuery } from '#console/api/queries/session.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { FailedMark, StateBadge } from '#console/components/display/state-badge.tsx'
import { type Address, addressOf } from '#console/navigation/addresses.ts'
import {
  accountNavigation,
  type NavigationEntry,
  ownerNavigation,
} from '#console/navigation/navigation-entries.ts'
import type { Owner } from '#console/navigation/owners.ts'
import type { KnownOwners } from '#console/navigation/use-owner.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  marketplace: Store,
  consumers: KeyRound,
  members: Users,
  webhooks: Bell,
  networkGroups: Network,
  audit: ScrollText,
  billing: CreditCard,
  settings: Settings,
}

const maxListed = 12

/** Where one can go: within an organisation, or within the account. */
export function Sidebar({ owners, isOpen }: { owners: KnownOwners; isOpen: boolean }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { current, isLoading } = owners
  return (
    <nav
      id="navigation"
      className={`shell-sidebar${isOpen ? ' shell-sidebar-open' : ''}`}
      aria-label={texts.navigation}
    >
      {path.startsWith('/account/') ? (
        <Links entries={accountNavigation} />
      ) : current ? (
        <OwnerLinks owner={current} />
      ) : (
        isLoading && <SkeletonLines count={5} />
      )}
    </nav>
  )
}

function Links({ entries }: { entries: readonly NavigationEntry[] }) {
  return (
    <ul>
      {entries.map(({ id, label, to }) => (
        <Entry key={id} to={to} icon={icons[id]}>
          {label}
        </Entry>
      ))}
    </ul>
  )
}

interface EntryProps {
  to: Address
  icon?: LucideIcon | undefined
  isExact?: boolean
  /** At the end of the line. */
  badge?: ReactNode
  children: ReactNode
}

function Entry({ to, icon: Icon, isExact, badge, children }: EntryProps) {
  return (
    <li>
      <ConsoleLink to={to} isExact={isExact} className="shell-link">
        {Icon && <Icon size={16} aria-hidden="true" />}
        <span className="truncate">{children}</span>
        {badge}
      </ConsoleLink>
    </li>
  )
}

function OwnerLinks({ owner }: { owner: Owner }) {
  const { data } = useQuery({ ...overviewQuery(owner.id), enabled: mayDo(owner.role, 'see') })
  const { data: session } = useQuery(sessionQuery)
  const known = new Map(data?.applications.map((application) => [application.id, application]))
  const create = addressOf.create('', owner.id)
  return (
    <>
      <ul>
        <Entry to={addressOf.owner(owner.id)} icon={LayoutGrid} isExact>
          {texts.areas.overview}
        </Entry>
      </ul>
      <Things
        title={texts.areas.applications}
        icon={Box}
        things={owner.applications.map(({ id, name }) => ({
          id,
          name,
          state: known.get(id)?.state,
          hasFailed: known.get(id)?.lastDeployment?.state === 'FAIL',
          to: addressOf.application({ ownerId: owner.id, id }),
        }))}
        more={addressOf.owner(owner.id)}
      />
      <Things
        title={texts.areas.addons}
        icon={Puzzle}
        things={owner.addons.map(({ id, name }) => ({
          id,
          name,
          to: addressOf.addon({ ownerId: owner.id, id }),
        }))}
        more={addressOf.owner(owner.id)}
      />
      <Links entries={ownerNavigation(owner)} />
      {session?.isOperator && (
        <ul>
          <Entry to={addressOf.operator()} icon={Gauge}>
            {texts.areas.operator}
          </Entry>
        </ul>
      )}
      <ButtonLink to={create} icon={Plus}>
        {texts.create}
      </ButtonLink>
    </>
  )
}

interface ThingsProps {
  title: string
  icon: LucideIcon
  things: readonly {
    id: string
    name: string
    to: Address
    state?: ApplicationState | undefined
    /** Whether its last deployment failed. */
    hasFailed?: boolean
  }[]
  /** Where all are listed. */
  more: Address
}

function Things({ title, icon: Icon, things, more }: ThingsProps) {
  const sorted = things.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const rest = sorted.length - maxListed
  return (
    <section className="shell-things">
      <h2>
        <Icon size={16} aria-hidden="true" />
        {title}
      </h2>
      <ul>
        {sorted.slice(0, maxListed).map(({ id, name, to, state, hasFailed }) => (
          <Entry
            key={id}
            to={to}
            badge={
              <>
                {hasFailed && state !== 'failed' && <FailedMark />}
                {state && <StateBadge state={state} isCompact />}
              </>
            }
          >
            {name}
          </Entry>
        ))}
        {rest > 0 && (
          <Entry to={more} isExact>
            {texts.more(rest)}
          </Entry>
        )}
        {sorted.length === 0 && <li className="shell-none">{texts.noApplications}</li>}
      </ul>
    </section>
  )
}
