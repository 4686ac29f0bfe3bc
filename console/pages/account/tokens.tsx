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
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import { NewToken } from './new-token.tsx'
import { RenameToken } from './rename-token.tsx'

const texts = accountTexts.tokens

/** Credentials for scripts. */
export function AccountTokensPage() {
  const query = useQuery(apiTokensQuery)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        guide="guides/authentication"
        detail={texts.lead}
        actions={create}
      />
      <Panel title={texts.title} isTitleHidden isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={3} />}>
          {(tokens) => <TokenTable tokens={tokens} />}
        </Loaded>
      </Panel>
      <Dialog title={texts.create} isOpen={isCreating} onClose={() => setCreating(false)} isKept>
        <NewToken onEnd={() => setCreating(false)} />
      </Dialog>
    </>
  )
}

function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const [renamed, setRenamed] = useState<ApiToken>()
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
          actionsColumn<ApiToken>((token) => (
            <span className="row-actions">
              <Button
                size="small"
                kind="quiet"
                aria-label={texts.renameOf(token.name)}
                onClick={() => setRenamed(token)}
              >
                {texts.rename}
              </Button>
              <ConfirmButton
                size="small"
                kind="quiet"
                aria-label={texts.revokeOf(token.name)}
                question={texts.revokeTitle}
                help={texts.revokeText(token.name)}
                confirm={texts.revoke}
                run={() => ownApiTokens(connection).revoke(token.apiTokenId)}
                changes={[queryKeys.account('api-tokens')]}
                done={texts.revoked}
              >
                {texts.revoke}
              </ConfirmButton>
            </span>
          )),
        ]}
        empty={
          <EmptyState icon={KeySquare} title={texts.empty}>
            {texts.emptyHelp}
          </EmptyState>
        }
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
    </>
  )
}
