import { useQuery } from '@tanstack/react-query'
import { EyeOff, KeyRound, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  type LinkedVariables,
  linkedVariablesQuery,
} from '#console/api/queries/application/variables.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField, Switch } from '#console/components/controls/choices.tsx'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import type { Draft } from '#console/components/drafts/use-draft.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { HiddenValue, kindLooks } from './change-list.tsx'
import { NewVariable, type noVariable } from './new-variable.tsx'
import { rowsOf, stageRemoval, stageValue, undoEdit, type VariableRow } from './staged-changes.ts'
import type { Staging } from './use-staging.ts'
import './variable-table.css'

interface VariableTableProps {
  address: OwnedId
  staging: Staging
  /** A variable that is typed and not added yet. */
  added: Draft<typeof noVariable>
}

/** Longer tables have a filter. */
const manyVariables = 8

/** Variables line by line; values are hidden until they are asked for. */
export function VariableTable({ address, staging, added }: VariableTableProps) {
  const { base, edits, current, stage } = staging
  const [filter, setFilter] = useAddressState('filter')
  const [areAllShown, setAllShown] = useState(false)
  const [shownNames, setShownNames] = useState<ReadonlySet<string>>(new Set())
  const { data: linked = [] } = useQuery(linkedVariablesQuery(address))
  const rows = rowsOf(base, edits)
  const found = rows.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  const setShown = (name: string, isShown: boolean) => {
    const next = new Set(shownNames)
    if (isShown) next.add(name)
    else next.delete(name)
    setShownNames(next)
  }
  const isShown = (name: string) => areAllShown || shownNames.has(name)
  const columns: Column<VariableRow>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      width: '34%',
      cell: (row) => <Name row={row} overridden={overriddenBy(linked, row.name)} />,
    },
    {
      key: 'value',
      title: texts.columns.value,
      cell: (row) => (
        <Value
          row={row}
          isShown={isShown(row.name)}
          hasFocus={!areAllShown}
          onShow={() => setShown(row.name, true)}
          onChange={(value) => stage(stageValue(base, edits, row.name, value))}
        />
      ),
    },
    actionsColumn(
      ({ name, kind }) => (
        <span className="variable-actions">
          {kind !== 'removed' && isShown(name) && !areAllShown && (
            <Button
              kind="quiet"
              size="small"
              icon={EyeOff}
              iconOnly
              onClick={() => setShown(name, false)}
            >
              {texts.hide(name)}
            </Button>
          )}
          {kind !== 'same' && (
            <Button
              kind="quiet"
              size="small"
              icon={Undo2}
              iconOnly
              onClick={() => stage(undoEdit(edits, name))}
            >
              {texts.undo(name)}
            </Button>
          )}
          {kind !== 'removed' && kind !== 'added' && (
            <Button
              kind="quiet"
              size="small"
              icon={Trash2}
              iconOnly
              onClick={() => stage(stageRemoval(base, edits, name))}
            >
              {texts.remove(name)}
            </Button>
          )}
        </span>
      ),
      { width: '6.5rem' },
    ),
  ]
  return (
    <div className="variable-table">
      <p className="variable-help">{texts.help}</p>
      <NewVariable
        draft={added}
        present={current}
        onAdd={(variables) =>
          stage(
            [...variables].reduce(
              (all, [name, value]) => stageValue(base, all, name, value),
              edits,
            ),
          )
        }
      />
      {rows.length > 0 && (
        <div className="variable-tools">
          {rows.length >= manyVariables && (
            <SearchField label={texts.filter} value={filter} onChange={setFilter} />
          )}
          <Switch isOn={areAllShown} onChange={setAllShown}>
            {texts.showAll}
          </Switch>
          <span className="muted">{texts.count(current.size)}</span>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={KeyRound} title={texts.none}>
          {texts.noneHelp}
        </EmptyState>
      ) : (
        <Table
          label={texts.title}
          columns={columns}
          rows={found}
          rowKey={({ name }) => name}
          empty={<EmptyState title={texts.nothingMatches} />}
        />
      )}
    </div>
  )
}

/** Name of the linked thing whose variable an own one replaces. */
const overriddenBy = (linked: readonly LinkedVariables[], name: string): string | undefined =>
  linked.find(({ variables }) => variables.some((variable) => variable.name === name))?.name

function Name({
  row: { name, kind },
  overridden,
}: {
  row: VariableRow
  overridden?: string | undefined
}) {
  return (
    <span className="variable-name">
      <code className={kind === 'removed' ? 'variable-removed' : undefined}>{name}</code>
      {kind !== 'same' && <Badge kind={kindLooks[kind]}>{texts.kinds[kind]}</Badge>}
      {overridden && <small className="muted">{texts.overrides(overridden)}</small>}
    </span>
  )
}

interface ValueProps {
  row: VariableRow
  isShown: boolean
  /** The field has the focus as soon as it is shown. */
  hasFocus: boolean
  onShow(): void
  onChange(value: string): void
}

const maxRows = 10

function Value({ row: { name, value, kind }, isShown, hasFocus, onShow, onChange }: ValueProps) {
  if (kind === 'removed') return <HiddenValue />
  if (!isShown)
    return (
      <button
        type="button"
        className="variable-hidden"
        aria-label={texts.show(name)}
        title={texts.show(name)}
        onClick={onShow}
      >
        <HiddenValue />
        <Pencil size={14} aria-hidden="true" />
      </button>
    )
  return (
    <TextArea
      label={texts.valueOf(name)}
      isLabelHidden
      isMono
      rows={Math.min(maxRows, value.split('\n').length)}
      spellCheck={false}
      autoFocus={hasFocus}
      value={value}
      onChange={onChange}
    />
  )
}
