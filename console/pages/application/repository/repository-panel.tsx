import { RefreshCw } from 'lucide-react'
import {
  type ConnectedRepository,
  connectedRepository,
} from '#client/resources/connected-repository.ts'
import { connection } from '#console/api/connection.ts'
import { repositoryQuery } from '#console/api/queries/application/repository.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CommandBlock, CopyValue } from '#console/components/controls/copy-button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Notice } from '#console/components/display/notice.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { repositoryTexts as texts } from '#console/texts/en/application/repository/repository.ts'
import '#console/components/display/table.css'

interface RepositoryPanelProps {
  address: OwnedId
  repository: ConnectedRepository
  mayChange: boolean
  onChange(): void
}

const shownDigits = 7

/** What is deployed, when it was looked at last, and what went wrong. */
export function RepositoryPanel(props: RepositoryPanelProps) {
  const { address, repository, mayChange, onChange } = props
  const api = connectedRepository(connection)
  const changes = [repositoryQuery(address).queryKey]
  const check = useAction({ run: () => api.check(address), changes, done: texts.checked })
  const { lastError, deployKey, dueAt } = repository
  return (
    <Panel
      title={texts.title}
      guide="guides/connected-repositories"
      actions={
        mayChange && (
          <>
            <Button icon={RefreshCw} isPending={check.isPending} onClick={() => check.mutate()}>
              {texts.check}
            </Button>
            <Button onClick={onChange}>{texts.change}</Button>
            <ConfirmButton
              question={texts.disconnectTitle}
              help={texts.disconnectHelp}
              confirm={texts.disconnect}
              run={() => api.disconnect(address)}
              changes={changes}
              done={texts.disconnected}
            >
              {texts.disconnect}
            </ConfirmButton>
          </>
        )
      }
    >
      {lastError !== '' && (
        <Notice label={texts.title}>
          <p role="status">
            {texts.failed(lastError)} {texts.nextAttempt} <RelativeTime date={dueAt} />.
          </p>
        </Notice>
      )}
      <FactList facts={factsOf(repository)} />
      {deployKey !== null && (
        <>
          <h3>{texts.deployKey}</h3>
          <p className="muted small">{texts.deployKeyHelp}</p>
          <CommandBlock what={texts.deployKey} value={deployKey} />
        </>
      )}
      {check.error && <ErrorLine error={check.error} />}
    </Panel>
  )
}

function factsOf({
  url,
  branch,
  access,
  paths,
  tags,
  head,
  checkedAt,
  connectedBy,
}: ConnectedRepository) {
  const { facts } = texts
  return [
    { name: facts.url, value: <CopyValue what={facts.url} value={url} /> },
    tags.length > 0
      ? { name: facts.tags, value: <code>{tags.join(', ')}</code> }
      : { name: facts.branch, value: <code>{branch}</code> },
    { name: facts.access, value: texts.accessFacts[access] },
    paths.length > 0 && { name: facts.paths, value: <code>{paths.join(', ')}</code> },
    head !== null && { name: facts.head, value: <Head head={head} isTag={tags.length > 0} /> },
    {
      name: facts.checked,
      value:
        checkedAt === null ? (
          <span className="muted">{texts.neverChecked}</span>
        ) : (
          <RelativeTime date={checkedAt} />
        ),
    },
    { name: facts.connectedBy, value: connectedBy.name ?? connectedBy.id },
  ]
}

interface HeadProps {
  head: NonNullable<ConnectedRepository['head']>
  /** Whether it was seen at a tag, whose name tells more than that of the branch. */
  isTag: boolean
}

function Head({ head, isTag }: HeadProps) {
  const [subject] = head.message.split('\n')
  return (
    <span className="cell-name">
      <span>
        {isTag && <strong>{head.ref}</strong>}{' '}
        <WebLink href={head.url} title={head.commit}>
          <code>{head.commit.slice(0, shownDigits)}</code>
        </WebLink>{' '}
        {subject}
      </span>
      <small className="muted">
        {texts.by(head.author)}, <RelativeTime date={head.date} />
      </small>
    </span>
  )
}
