import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { NamedAuditRecord } from '#client/resources/accounts/audit.ts'
import { mayDo } from '#console/api/permissions.ts'
import { auditQuery, membersQuery } from '#console/api/queries/members.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { auditTexts as texts } from '#console/texts/en/organisation/audit.ts'
import { actionWords } from './action-words.ts'
import { targetParts } from './target-parts.ts'
import './audit.css'

/** Who did what in an organisation. */
export function AuditLogPage() {
  const { current } = useOwners()
  if (!current) return null
  return mayDo(current.role, 'audit') ? <Audit ownerId={current.id} /> : <NotFound />
}

function Audit({ ownerId }: { ownerId: string }) {
  const [action, setAction] = useAddressState('action')
  const [userId, setUserId] = useAddressState('by')
  const filter = useDeferredValue(`${action.trim()} ${userId}`)
  const [wantedAction = '', wantedUser = ''] = filter.split(' ')
  const query = useInfiniteQuery(auditQuery(ownerId, { action: wantedAction, userId: wantedUser }))
  const { data: members = [] } = useQuery(membersQuery(ownerId))
  const rows = query.data?.pages.flat()
  const isFiltered = action !== '' || userId !== ''
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} />
      <div className="audit-filters">
        <Select
          label={texts.member}
          value={userId}
          onChange={setUserId}
          choices={[
            { value: '', label: texts.everybody },
            ...members.map(({ member }) => ({
              value: member.id,
              label: member.name || member.email,
            })),
          ]}
        />
        <TextField
          label={texts.action}
          placeholder={texts.actionHint}
          isMono
          spellCheck={false}
          value={action}
          onChange={setAction}
        />
      </div>
      <Panel title={texts.table} isTitleHidden isFlush>
        {rows && (
          <Table
            label={texts.table}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsFor(ownerId)}
            empty={
              <EmptyState icon={ScrollText} title={isFiltered ? texts.noMatch : texts.empty}>
                {isFiltered ? texts.noMatchHelp : texts.emptyHelp}
              </EmptyState>
            }
          />
        )}
        {query.isPending && <SkeletonLines count={8} height="1.75rem" />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      </Panel>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.older}
        </Button>
      )}
    </>
  )
}

function Target({ ownerId, entry }: { ownerId: string; entry: NamedAuditRecord }) {
  return (
    <span className="audit-target">
      {targetParts(ownerId, entry).map(({ text, to, id }) => (
        <span key={id ?? text} title={id}>
          {to ? <ConsoleLink to={to}>{text}</ConsoleLink> : text}
        </span>
      ))}
      {entry.commit && <Commit {...entry.commit} />}
    </span>
  )
}

/** What a commit says of itself. */
function Commit({ author, message, url }: NonNullable<NamedAuditRecord['commit']>) {
  const [subject = ''] = message.split('\n')
  return (
    <small>
      {url === null ? subject : <WebLink href={url}>{subject}</WebLink>} {texts.by(author)}
    </small>
  )
}

const kinds = { begun: 'accent', done: 'good', refused: 'warning', failed: 'wrong' } as const

const columnsFor = (ownerId: string): readonly Column<NamedAuditRecord>[] => [
  {
    key: 'what',
    title: texts.columns.what,
    width: '14rem',
    cell: ({ action }) => (
      <span className="cell-name">
        <strong>{actionWords(action)}</strong>
        <small className="mono">{action}</small>
      </span>
    ),
  },
  {
    key: 'target',
    title: texts.columns.target,
    cell: (entry) => <Target ownerId={ownerId} entry={entry} />,
  },
  {
    key: 'who',
    title: texts.columns.who,
    width: '10rem',
    cell: ({ user, credential }) => (
      <span title={user.id}>{user.name || user.email || texts.nobody(credential)}</span>
    ),
  },
  {
    key: 'how',
    title: texts.columns.how,
    isMinor: true,
    cell: ({ credential, credentialId, consumer, from }) => (
      <span className="cell-name">
        <span title={credentialId}>{credential}</span>
        <small>
          {consumer && texts.through(consumer.name)} {from && texts.from(from)}
        </small>
      </span>
    ),
  },
  {
    key: 'outcome',
    title: texts.columns.outcome,
    cell: ({ outcome }) => <Badge kind={kinds[outcome]}>{texts.outcomes[outcome]}</Badge>,
  },
  {
    key: 'when',
    title: texts.columns.when,
    align: 'end',
    width: '9rem',
    cell: ({ date }) => <RelativeTime date={date} />,
  },
]
