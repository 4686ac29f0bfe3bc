import { SquareTerminal } from 'lucide-react'
import { isRunEnded, type Run } from '#client/resources/runs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { TaskRunTable } from '#console/pages/application/tasks/task-run-table.tsx'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'
import { useMemberNames } from './run-facts.tsx'
import { useRunActions } from './use-run-actions.ts'

interface RunTableProps {
  address: OwnedId
  runs: readonly Run[]
}

/** One-off commands with who runs them and how they have ended, each with the way to its page. */
export function RunTable({ address, runs }: RunTableProps) {
  const nameOf = useMemberNames(address)
  const { mayStop, stop } = useRunActions(address)
  return (
    <TaskRunTable
      label={texts.title}
      runs={runs}
      subject={{
        key: 'command',
        title: texts.facts.command,
        cell: ({ command, startedBy }) => (
          <span className="task-name">
            <code>{command}</code>
            {nameOf(startedBy) && <small>{texts.by(nameOf(startedBy) ?? '')}</small>}
          </span>
        ),
      }}
      timesOf={({ createdAt, startedAt }) => ({
        begunAt: createdAt,
        ranFrom: startedAt ?? createdAt,
      })}
      noteOf={(run) => ({
        state: run.detached || isRunEnded(run) ? undefined : texts.attached,
      })}
      more={[{ key: 'size', title: texts.facts.size, cell: ({ size }) => size }]}
      output={({ id }) => (
        <ButtonLink kind="quiet" size="small" icon={SquareTerminal} to={addressOf.run(address, id)}>
          {texts.show}
        </ButtonLink>
      )}
      mayStop={mayStop}
      stop={stop}
    />
  )
}
