import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ServerToolchains, toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { toolchainsQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { duration } from '#console/format/times.ts'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'

/** How old the catalogue is, and the button that asks the registry. */
export function CataloguePanel() {
  const query = useQuery(toolchainsQuery)
  const queryClient = useQueryClient()
  const changed = queryKeys.operator('toolchains')
  const refresh = useAction({
    run: () => toolchains(connection).refresh(),
    changes: [changed, queryKeys.operator('outdated')],
    done: texts.refreshed,
  })
  // What went wrong is the last attempt of the answer.
  const onError = () => void queryClient.invalidateQueries({ queryKey: changed })
  const button = (
    <Button
      icon={RefreshCw}
      isPending={refresh.isPending}
      onClick={() => refresh.mutate(undefined, { onError })}
    >
      {texts.refresh}
    </Button>
  )
  return (
    <Panel title={texts.catalogue} actions={query.data && button}>
      <Loaded query={query} skeleton={<SkeletonLines count={4} />}>
        {({ catalogue }) => (
          <div className="catalogue">
            <p className="muted small">{texts.catalogueHelp}</p>
            {refresh.isPending && <p role="status">{texts.refreshing}</p>}
            <CatalogueFacts catalogue={catalogue} />
            {catalogue.lastAttempt?.problem && !refresh.isPending && (
              <p className="catalogue-problem" role="alert">
                <strong>{texts.problem(catalogue.lastAttempt.problem)}</strong> {texts.kept}
              </p>
            )}
            <CatalogueRemarks catalogue={catalogue} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** What the last refresh says of single tools. */
function CatalogueRemarks({ catalogue }: Pick<ServerToolchains, 'catalogue'>) {
  const { problems, notes } = catalogue
  return (
    <>
      {problems.length > 0 && (
        <div className="catalogue-problem" role="alert">
          <strong>{texts.partly}</strong>
          <ul>
            {problems.map((each) => (
              <li key={each.tool + each.text}>{texts.remark(each)}</li>
            ))}
          </ul>
        </div>
      )}
      {notes.map((each) => (
        <p key={each.tool + each.text} className="muted small">
          {texts.remark(each)}
        </p>
      ))}
    </>
  )
}

function CatalogueFacts({ catalogue }: Pick<ServerToolchains, 'catalogue'>) {
  const { origin, date, interval, lastAttempt } = catalogue
  const { facts } = texts
  return (
    <FactList
      facts={[
        { name: facts.origin, value: texts.origins[origin] },
        { name: facts.date, value: <RelativeTime date={date} /> },
        {
          name: facts.interval,
          value: interval === null ? texts.onlyOnRequest : texts.every(duration(interval * 1000)),
        },
        {
          name: facts.last,
          value: lastAttempt ? (
            <>
              <RelativeTime date={lastAttempt.date} />{' '}
              {lastAttempt.problem ? (
                <Badge kind="wrong">{texts.failed}</Badge>
              ) : (
                <Badge kind="good">{texts.succeeded}</Badge>
              )}
            </>
          ) : (
            texts.noAttempt
          ),
        },
      ]}
    />
  )
}
