import { useQuery } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiToken } from '#client/resources/accounts/api-tokens.ts'
import { ownApiTokens } from '#client/resources/accounts/own-api-tokens.ts'
import { connection } from '#console/api/connection.ts'
import { apiTokensQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { Table } from '#console/components/display/table.tsx'
import { AskFirst } from '#console/components/forms/ask-first.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import { NewToken } from './new-token.tsx'
import { RenameToken } from './rename-token.tsx'

const texts = accountTexts.tokens

/** Credentials for scripts. */
export function Page() {
  const query = useQuery(apiTokensQuery)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} actions={create} />
      <Panel title={texts.title} isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={3} />}>
          {(tokens) =>
            tokens.length === 0 ? (
              <EmptyState icon={KeySquare} title={texts.empty}>
                {texts.emptyHelp}
              </EmptyState>
            ) : (
              <TokenTable tokens={tokens} />
            )
          }
        </Loaded>
      </Panel>
      <Dialog title={texts.create} isOpen={isCreating} onClose={() => setCreating(false)} isKept>
        <NewToken onEnd={() => setCreating(false)} />
      </Dialog>
    </>
  )
}

function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const [doomed, setDoomed] = useState<ApiToken>()
  const [renamed, setRenamed] = useState<ApiToken>()
  const revoke = useAction({
    run: ({ apiTokenId }: ApiToken) => ownApiTokens(connection).revoke(apiTokenId),
    changes: [queryKeys.account('api-tokens')],
    done: texts.revoked,
    onDone: () => setDoomed(undefined),
  })
  return (
    <>
      <Table
        label={texts.title}
        rows={tokens}
        rowKey={({ apiTokenId }) => apiTokenId}
        columns={[
          {
            key: 'name',
            title: texts.columns.name,
            sortBy: ({ name }) => name,
            cell: ({ name, description }) => (
              <span className="cell-name">
                <strong>{name}</strong>
                {description && <small>{description}</small>}
              </span>
            ),
          },
          {
            key: 'state',
            title: texts.columns.state,
            cell: ({ state }) => (
              <Badge kind={state === 'ACTIVE' ? 'good' : 'plain'}>{texts.states[state]}</Badge>
            ),
          },
          {
            key: 'created',
            title: texts.columns.created,
            sortBy: ({ creationDate }) => creationDate,
            cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
          },
          {
            key: 'expires',
            title: texts.columns.expires,
            sortBy: ({ expirationDate }) => expirationDate,
            cell: ({ expirationDate }) => <RelativeTime date={expirationDate} />,
          },
          {
            key: 'from',
            title: texts.columns.from,
            isMinor: true,
            cell: ({ ip }) => <code>{ip}</code>,
          },
          {
            key: 'actions',
            title: texts.columns.actions,
            isTitleHidden: true,
            align: 'end',
            cell: (token) => (
              <span className="row-actions">
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={texts.renameOf(token.name)}
                  onClick={() => setRenamed(token)}
                >
                  {texts.rename}
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={texts.revokeOf(token.name)}
                  onClick={() => setDoomed(token)}
                >
                  {texts.revoke}
                </Button>
              </span>
            ),
          },
        ]}
      />
      <Dialog
        title={texts.rename}
        size="small"
        isOpen={renamed !== undefined}
        onClose={() => setRenamed(undefined)}
        isKept
      >
        {renamed && <RenameToken token={renamed} onEnd={() => setRenamed(undefined)} />}
      </Dialog>
      <AskFirst
        title={texts.revokeTitle}
        action={texts.revoke}
        isOpen={doomed !== undefined}
        isPending={revoke.isPending}
        error={revoke.error}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed && revoke.mutate(doomed)}
      >
        {doomed && texts.revokeText(doomed.name)}
      </AskFirst>
    </>
  )
}
