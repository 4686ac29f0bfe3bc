import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Square, SquareTerminal } from 'lucide-react'
import { isRunEnded, type RunWithOutput } from '#client/resources/runs.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { runQuery } from '#console/api/queries/application/runs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { BackLink } from '#console/components/controls/back-link.tsx'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useWindowTitle } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { OpenElsewhere } from '#console/components/terminal/open-elsewhere.tsx'
import { TerminalView } from '#console/components/terminal/terminal-view.tsx'
import { useTerminal } from '#console/components/terminal/use-terminal.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { TaskOutput } from '#console/pages/application/tasks/task-output.tsx'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { RunFacts, tookOf } from './run-facts.tsx'
import { runTerminal } from './run-terminal.ts'
import { useRunActions } from './use-run-actions.ts'

export function loadRun(
  queryClient: QueryClient,
  { runId, ...params }: ApplicationParams & { runId: string },
) {
  void queryClient.prefetchQuery(runQuery(applicationIn(params), runId))
}

/** One one-off command: its terminal for who has begun it, the log of a detached one, and how it has ended. */
export function RunPage() {
  const address = useApplicationAddress()
  const { runId } = useParams({
    from: '/organisations/$ownerId/applications/$applicationId/runs/$runId',
  })
  const query = useQuery(runQuery(address, runId))
  useWindowTitle(texts.one)
  return (
    <>
      <BackLink to={addressOf.application(address, 'runs')}>{texts.all}</BackLink>
      <Loaded query={query} skeleton={<Skeleton height="20rem" />}>
        {(run) => <LoadedRun key={run.id} address={address} run={run} />}
      </Loaded>
    </>
  )
}

function LoadedRun({ address, run }: { address: OwnedId; run: RunWithOutput }) {
  const { data: self } = useQuery(selfQuery)
  const { session, elsewhere, begin, takeOver } = useTerminal(runTerminal(address, run.id))
  const { mayStop, stop } = useRunActions(address)
  const canAttach = run.state === 'starting' && !run.detached && run.startedBy === self?.id
  const stopButton = mayStop && !isRunEnded(run) && (
    <Button size="small" icon={Square} isPending={stop.isPending} onClick={() => stop.mutate(run)}>
      {texts.stop}
    </Button>
  )
  return (
    <>
      {session ? (
        <TerminalView
          title={texts.terminal}
          session={session}
          onTakeOver={takeOver}
          endButton={stopButton}
          outcome={isRunEnded(run) && <span>{texts.tookIt(tookOf(run))}</span>}
        />
      ) : (
        <Panel title={texts.output} actions={stopButton}>
          <OpenElsewhere session={elsewhere} onTakeOver={takeOver} />
          {canAttach ? (
            <EmptyState
              icon={SquareTerminal}
              title={texts.waiting}
              action={
                <Button kind="primary" onClick={() => begin()}>
                  {texts.attach}
                </Button>
              }
            >
              {texts.waitingHelp}
            </EmptyState>
          ) : (
            <RunOutput run={run} />
          )}
        </Panel>
      )}
      <Panel title={texts.one}>
        <RunFacts address={address} run={run} />
        {stop.error && <ErrorLine error={stop.error} />}
      </Panel>
    </>
  )
}

function RunOutput({ run }: { run: RunWithOutput }) {
  const { detached, output, isCut } = run
  if (!detached) return <p className="muted">{texts.notKept}</p>
  if (output === '')
    return <p className="muted">{isRunEnded(run) ? texts.noOutput : texts.noOutputYet}</p>
  return <TaskOutput label={texts.output} output={output} cut={isCut ? texts.cut : undefined} />
}
