import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { taskRunTexts as texts } from '#console/texts/en/application/tasks/task-runs.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { isOver, RunState, type TaskRun } from './run-state.tsx'
import './tasks.css'
import '#console/components/display/panel.css'

interface TaskRunTableProps<Run extends TaskRun> {
  /** What the table is about, for screen readers. */
  label: string
  runs: readonly Run[]
  /** What was run. */
  subject: Column<Run>
  /** After the others. */
  more?: readonly Column<Run>[]
  /** When it was begun, and when its command itself was. */
  timesOf(run: Run): { begunAt: number; ranFrom: number }
  /** Said below its state or its time. */
  noteOf?(run: Run): { state?: string | undefined; time?: string | undefined }
  /** The button or link to its output. */
  output(run: Run): ReactNode
  mayStop: boolean
  stop: { mutate(run: Run): void; error: unknown }
}

/** Runs of scheduled tasks or one-off commands: how they have ended, what they printed, and a way to stop them. */
export function TaskRunTable<Run extends TaskRun>(props: TaskRunTableProps<Run>) {
  const { label, runs, subject, more = [], timesOf, noteOf, output, mayStop, stop } = props
  const columns: Column<Run>[] = [
    subject,
    {
      key: 'state',
      title: texts.columns.state,
      cell: (run) => (
        <WithNotes notes={[run.reason, noteOf?.(run).state]}>
          <RunState run={run} />
        </WithNotes>
      ),
    },
    {
      key: 'time',
      title: texts.columns.time,
      cell: (run) => (
        <WithNotes notes={[noteOf?.(run).time]}>
          <RelativeTime date={timesOf(run).begunAt} />
        </WithNotes>
      ),
    },
    {
      key: 'took',
      title: texts.columns.took,
      cell: (run) => (
        <span className="task-time">
          {run.endedAt !== null && formatDuration(Math.max(0, run.endedAt - timesOf(run).ranFrom))}
        </span>
      ),
    },
    ...more,
    actionsColumn((run) => (
      <span className="row-actions">
        {!isOver(run) && mayStop && (
          <Button kind="quiet" size="small" icon={Square} onClick={() => stop.mutate(run)}>
            {texts.stop}
          </Button>
        )}
        {output(run)}
      </span>
    )),
  ]
  return (
    <>
      <Table label={label} columns={columns} rows={runs} rowKey={({ id }) => id} />
      {stop.error ? (
        <div className="panel-body">
          <ErrorLine error={stop.error} />
        </div>
      ) : null}
    </>
  )
}

interface WithNotesProps {
  notes: readonly (string | null | undefined)[]
  children: ReactNode
}

function WithNotes({ notes, children }: WithNotesProps) {
  return (
    <span className="task-name">
      {children}
      {notes.map((note) => note && <small key={note}>{note}</small>)}
    </span>
  )
}
