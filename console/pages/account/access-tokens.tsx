import { useQuery } from '@tanstack/react-query'
import { Terminal } from 'lucide-react'
import { type AccessToken, accessTokens } from '#client/resources/accounts/access-tokens.ts'
import { connection } from '#console/api/connection.ts'
import { accessTokensQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.sessions

/** Programs that the user has logged in with. */
export function AccessTokens() {
  const query = useQuery(accessTokensQuery)
  return (
    <Panel title={texts.tokens} isFlush>
      <p className="panel-body muted small">{texts.tokensLead}</p>
      <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
        {(tokens) => <TokenTable tokens={tokens} />}
      </Loaded>
    </Panel>
  )
}

const nameOf = ({ consumer }: AccessToken): string =>
  (consumer as AccessToken['consumer'] | undefined)?.name ?? texts.unknownProgram

function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  return (
    <Table
      label={texts.tokens}
      rows={tokens}
      rowKey={({ token }) => token}
      columns={[
        { key: 'program', title: texts.program, cell: nameOf },
        {
          key: 'since',
          title: texts.since,
          sortBy: ({ creationDate }) => -creationDate,
          cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
        },
        {
          key: 'used',
          title: texts.used,
          sortBy: ({ lastUtilisation }) => -lastUtilisation,
          cell: ({ lastUtilisation }) => <RelativeTime date={lastUtilisation} />,
        },
        {
          key: 'expires',
          title: texts.expires,
          cell: ({ expirationDate }) => <RelativeTime date={expirationDate} />,
        },
        actionsColumn<AccessToken>((token) => (
          <ConfirmButton
            size="small"
            kind="quiet"
            aria-label={texts.revokeOf(nameOf(token))}
            question={texts.revokeTitle}
            help={texts.revokeText(nameOf(token))}
            confirm={texts.revoke}
            run={() => accessTokens(connection).revoke(token.token)}
            changes={[queryKeys.account('access-tokens')]}
            done={texts.revoked}
          >
            {texts.revoke}
          </ConfirmButton>
        )),
      ]}
      empty={
        <EmptyState icon={Terminal} title={texts.noTokens}>
          {texts.noTokensHelp}
        </EmptyState>
      }
    />
  )
}
