import { useQuery } from '@tanstack/react-query'
import { BellRing, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Alert, alerts } from '#client/resources/alerts.ts'
import { connection } from '#console/api/connection.ts'
import { alertsQuery } from '#console/api/queries/alerts.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { alertTexts as texts } from '#console/texts/en/organisation/alerts.ts'
import { alertFigure, conditionText } from '#protocol/alerts.ts'
import { AlertForm } from './alert-form.tsx'
import { useScopeNames } from './scope-choice.tsx'
import { useTargets } from './target-choice.tsx'

/** Alerts of an owner, or those that one of its applications has. */
export function AlertPanel({ ownerId, subjectId }: { ownerId: string; subjectId?: string }) {
  const query = useQuery(alertsQuery(ownerId))
  const [edited, setEdited] = useState<Alert | 'new'>()
  const columns = useColumns(ownerId, subjectId, setEdited)
  const add = (
    <Button icon={Plus} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  const isShown = ({ resourceId }: Alert) =>
    subjectId === undefined || resourceId === null || resourceId === subjectId
  return (
    <Panel title={texts.title} isFlush actions={query.data?.some(isShown) ? add : undefined}>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {(all) => (
          <Table
            label={texts.title}
            columns={columns}
            rows={all.filter(isShown)}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={BellRing} title={texts.none} action={add}>
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <Dialog
        title={edited === 'new' ? texts.addTitle : texts.changeTitle}
        isOpen={edited !== undefined}
        isKept
        onClose={() => setEdited(undefined)}
      >
        <AlertForm
          ownerId={ownerId}
          alert={edited === 'new' ? undefined : edited}
          subjectId={subjectId}
          onEnd={() => setEdited(undefined)}
        />
      </Dialog>
    </Panel>
  )
}

function useColumns(
  ownerId: string,
  subjectId: string | undefined,
  onChange: (alert: Alert) => void,
): Column<Alert>[] {
  const scopeNames = useScopeNames()
  const { targets, names } = useTargets(ownerId)
  const toldText = ({ targets: chosen }: Alert) => {
    if (chosen) return names(chosen)
    const told = targets?.filter(({ hasAlerts }) => hasAlerts)
    return told?.length === 0 ? texts.nobody : names(told?.map(({ id }) => id) ?? [])
  }
  return [
    { key: 'what', title: texts.columns.what, cell: (alert) => <strong>{titleOf(alert)}</strong> },
    {
      key: 'state',
      title: texts.columns.state,
      cell: (alert) => <AlertState alert={alert} subjectId={subjectId} />,
    },
    {
      key: 'about',
      title: texts.columns.about,
      cell: ({ resourceId }) => scopeNames(resourceId === null ? null : [resourceId]),
    },
    { key: 'targets', title: texts.columns.targets, cell: toldText },
    actionsColumn(
      (alert) => (
        <span className="row-actions">
          <Button kind="quiet" size="small" icon={Pencil} iconOnly onClick={() => onChange(alert)}>
            {texts.change(titleOf(alert))}
          </Button>
          <ConfirmButton
            kind="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            question={texts.removeTitle}
            help={texts.removeHelp}
            confirm={texts.removeAction}
            run={() => alerts(connection).remove(ownerId, alert.id)}
            changes={[queryKeys.ofOwner(ownerId, 'alerts')]}
            done={texts.removed}
          >
            {texts.remove(titleOf(alert))}
          </ConfirmButton>
        </span>
      ),
      { width: '6.5rem' },
    ),
  ]
}

/** The condition as a title. */
function titleOf(alert: Alert): string {
  const text = conditionText(alert)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Fine, or what it is active for and since when. */
function AlertState({ alert, subjectId }: { alert: Alert; subjectId: string | undefined }) {
  const active = alert.active.filter(
    ({ resourceId }) => subjectId === undefined || resourceId === subjectId,
  )
  const [first] = active
  if (!first) return <Badge kind="good">{texts.ok}</Badge>
  return (
    <span className="alert-active">
      <Badge kind="wrong">{texts.active}</Badge>{' '}
      <small>
        {active
          .map(({ name, value }) => texts.activeFor(name, alertFigure(value, alert.kind)))
          .join(', ')}
        {', '}
        <RelativeTime date={Date.parse(first.since)} />
      </small>
    </span>
  )
}
