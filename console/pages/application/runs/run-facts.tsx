import { useQuery } from '@tanstack/react-query'
import { isRunEnded, type Run } from '#client/resources/runs.ts'
import { membersQuery } from '#console/api/queries/members.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { FactList } from '#console/components/display/panel.tsx'
import { RelativeTime, RunningDuration } from '#console/components/display/relative-time.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { RunState } from '#console/pages/application/tasks/run-state.tsx'
import { runTexts } from '#console/texts/en/application/tasks/runs.ts'
import { formatDuration } from '#kit/text/duration.ts'

const texts = runTexts.facts

/** Names of members by their ids; a personal space has none. */
export function useMemberNames({ ownerId }: OwnedId): (userId: string) => string | undefined {
  const enabled = ownerId.startsWith('orga_')
  const { data } = useQuery({ ...membersQuery(ownerId), enabled })
  return (userId) => data?.find(({ member }) => member.id === userId)?.member.name
}

/** How long a command took that has ended, or its wait for its client. */
export const tookOf = ({ startedAt, createdAt, endedAt }: Run): string =>
  endedAt === null ? '' : formatDuration(Math.max(0, endedAt - (startedAt ?? createdAt)))

/** What a one-off command is, who runs it, in what, and how it does. */
export function RunFacts({ address, run }: { address: OwnedId; run: Run }) {
  const nameOf = useMemberNames(address)
  const { command, reason, startedBy, createdAt, startedAt, size, timeout, release } = run
  const name = nameOf(startedBy)
  return (
    <FactList
      facts={[
        { name: texts.command, value: <code>{command}</code> },
        {
          name: texts.state,
          value: (
            <>
              <RunState run={run} /> {reason}
            </>
          ),
        },
        name !== undefined && { name: texts.by, value: name },
        { name: texts.begun, value: <RelativeTime date={createdAt} /> },
        isRunEnded(run)
          ? { name: texts.took, value: tookOf(run) }
          : startedAt !== null && {
              name: texts.runsFor,
              value: <RunningDuration since={startedAt} />,
            },
        { name: texts.size, value: size },
        { name: texts.timeout, value: formatDuration(timeout * 1000) },
        {
          name: texts.release,
          value: (
            <ConsoleLink to={addressOf.deployment(address, run.deploymentId)}>
              {String(release)}
            </ConsoleLink>
          ),
        },
      ]}
    />
  )
}
