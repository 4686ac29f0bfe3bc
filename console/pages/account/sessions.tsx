import { useQuery } from '@tanstack/react-query'
import { type LoginSession, sessions } from '#client/resources/accounts/sessions.ts'
import { connection } from '#console/api/connection.ts'
import { sessionsQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import { AccessTokens } from './access-tokens.tsx'

const texts = accountTexts.sessions
const changes = [queryKeys.account('sessions')]

/** Browsers and programs that are logged in. */
export function AccountSessionsPage() {
  const query = useQuery(sessionsQuery)
  return (
    <>
      <PageHeader title={texts.title} />
      <Panel
        title={texts.browsers}
        isFlush
        actions={(query.data?.length ?? 0) > 1 && <EndOthers />}
      >
        <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
          {(list) => <SessionTable list={list} />}
        </Loaded>
      </Panel>
      <AccessTokens />
    </>
  )
}

function EndOthers() {
  return (
    <ConfirmButton
      size="small"
      question={texts.endOthersTitle}
      help={texts.endOthersText}
      confirm={texts.endOthers}
      run={() => sessions(connection).endOthers()}
      changes={changes}
      done={texts.endedOthers}
    >
      {texts.endOthers}
    </ConfirmButton>
  )
}

function SessionTable({ list }: { list: readonly LoginSession[] }) {
  const end = useAction({
    run: (id: string) => sessions(connection).end(id),
    changes,
    done: texts.ended,
  })
  return (
    <>
      <Table
        label={texts.browsers}
        rows={list}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'from',
            title: texts.from,
            cell: ({ browser, system, isCurrent }) => (
              <span>
                {texts.browserOf(browser, system)}{' '}
                {isCurrent && <Badge kind="good">{texts.current}</Badge>}
              </span>
            ),
          },
          {
            key: 'ip',
            title: texts.ip,
            isMinor: true,
            cell: ({ ip }) => <code>{ip}</code>,
          },
          {
            key: 'since',
            title: texts.since,
            cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
          },
          {
            key: 'until',
            title: texts.until,
            cell: ({ expirationDate }) => <RelativeTime date={expirationDate} />,
          },
          actionsColumn<LoginSession>(
            ({ id, ip, browser, system, isCurrent }) =>
              !isCurrent && (
                <Button
                  size="small"
                  kind="quiet"
                  isPending={end.isPending && end.variables === id}
                  aria-label={texts.endOf(texts.browserOf(browser, system), ip)}
                  onClick={() => end.mutate(id)}
                >
                  {texts.end}
                </Button>
              ),
          ),
        ]}
      />
      {end.isError && <ErrorLine error={end.error} />}
    </>
  )
}
