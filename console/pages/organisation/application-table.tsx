import { Box, ExternalLink } from 'lucide-react'
import type { ApplicationOverview } from '#client/resources/overview.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { SparkLine } from '#console/components/charts/spark-line.tsx'
import { ButtonLink, ButtonWebLink } from '#console/components/controls/button.tsx'
import { SearchField } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge, StateBadge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { TagList } from '#console/components/tags/tag-list.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { organisationTexts as texts } from '#console/texts/en/organisation/overview.ts'
import { tagTexts } from '#console/texts/en/tags.ts'

interface ApplicationTableProps {
  ownerId: string
  applications: readonly ApplicationOverview[]
  /** Only those with this tag, if it is not empty. */
  tag: string
}

/** Longer tables have a filter. */
const manyApplications = 8

export function ApplicationTable({ ownerId, applications, tag }: ApplicationTableProps) {
  const [filter, setFilter] = useAddressState('filter')
  const create = addressOf.create('application', ownerId)
  if (applications.length === 0)
    return (
      <EmptyState
        icon={Box}
        title={texts.noApplications}
        action={
          <ButtonLink to={create} kind="primary">
            {texts.createApplication}
          </ButtonLink>
        }
      >
        {texts.noApplicationsHelp}
      </EmptyState>
    )
  const shown = applications.filter(
    ({ name, tags }) =>
      name.toLowerCase().includes(filter.trim().toLowerCase()) &&
      (tag === '' || tags.includes(tag)),
  )
  return (
    <>
      {applications.length >= manyApplications && (
        <div className="table-filter">
          <SearchField label={texts.filter} value={filter} onChange={setFilter} />
        </div>
      )}
      <Table
        label={texts.applications}
        columns={columnsFor(ownerId)}
        rows={shown}
        rowKey={({ id }) => id}
        sortedBy="name"
        empty={<EmptyState title={tag === '' ? texts.nothingMatches : texts.noneTagged(tag)} />}
      />
    </>
  )
}

const stateOrder = ['failed', 'unhealthy', 'deploying', 'running', 'asleep', 'stopped']

const columnsFor = (ownerId: string): Column<ApplicationOverview>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name, variantSlug, flavor, tags }) => (
      <span className="thing-name">
        <ConsoleLink to={addressOf.application({ ownerId, id })}>{name}</ConsoleLink>
        <small>
          {variantSlug} · {flavor}
        </small>
        <TagList label={tagTexts.tags} tags={tags} />
      </span>
    ),
  },
  {
    key: 'state',
    title: texts.columns.state,
    width: '9rem',
    sortBy: ({ state }) => stateOrder.indexOf(state),
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    key: 'deployment',
    title: texts.columns.lastDeployment,
    sortBy: ({ lastDeployment }) => -(lastDeployment?.date ?? 0),
    cell: ({ id, lastDeployment }) => (
      <LastDeployment address={{ ownerId, id }} deployment={lastDeployment} />
    ),
  },
  {
    key: 'instances',
    title: texts.columns.instances,
    align: 'end',
    width: '7rem',
    isMinor: true,
    sortBy: ({ instances }) => instances,
    cell: ({ instances, wantedInstances, state }) =>
      state === 'unhealthy' ? `${instances} / ${wantedInstances}` : instances,
  },
  {
    key: 'requests',
    title: texts.columns.requests,
    width: '15rem',
    sortBy: ({ requestsPerMinute }) => -(requestsPerMinute.at(-1) ?? 0),
    cell: ({ requestsPerMinute }) => (
      <SparkLine label={texts.columns.requests} values={requestsPerMinute} unit="perMinute" />
    ),
  },
  {
    key: 'open',
    title: texts.columns.open,
    isTitleHidden: true,
    align: 'end',
    width: '4rem',
    isMinor: true,
    cell: ({ url, state, name }) =>
      url &&
      (state === 'running' || state === 'unhealthy') && (
        <ButtonWebLink href={url} kind="quiet" size="small" icon={ExternalLink} iconOnly>
          {texts.open(name)}
        </ButtonWebLink>
      ),
  },
]

interface LastDeploymentProps {
  address: OwnedId
  deployment: ApplicationOverview['lastDeployment']
}

function LastDeployment({ address, deployment }: LastDeploymentProps) {
  if (!deployment) return <span className="muted">{texts.neverDeployed}</span>
  const { uuid, date, state, commit, author, failure } = deployment
  return (
    <span className="last-deployment">
      <span>
        {state === 'FAIL' ? (
          <ConsoleLink to={addressOf.deployment(address, uuid)} className="failed-deployment">
            <Badge kind="wrong">{texts.deploymentStates[state]}</Badge>
          </ConsoleLink>
        ) : (
          texts.deploymentStates[state]
        )}{' '}
        <RelativeTime date={date} />
      </span>
      <small className="truncate" title={failure ?? undefined}>
        {failure ? (
          failure
        ) : (
          <>
            {commit && <code>{commit.slice(0, 8)}</code>} {author && texts.deployedBy(author.name)}
          </>
        )}
      </small>
    </span>
  )
}
