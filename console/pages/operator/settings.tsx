import { useQuery } from '@tanstack/react-query'
import type { PlatformSetting } from '#client/resources/operation.ts'
import { settingsQuery } from '#console/api/queries/operator/operation.ts'
import { SearchField, Switch } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'
import { matchingSettings } from './matching-settings.ts'

/** Settings of the server: what is in effect, and where it comes from. */
export function OperatorSettingsPage() {
  const query = useQuery(settingsQuery)
  const [search, setSearch] = useAddressState('search')
  const [only, setOnly] = useAddressState('only')
  return (
    <Panel title={texts.settings} isFlush>
      <p className="panel-body muted small">{texts.settingsHelp}</p>
      <div className="setting-filter">
        <SearchField label={texts.findSetting} value={search} onChange={setSearch} />
        <Switch isOn={only !== ''} onChange={(isOn) => setOnly(isOn ? '1' : '')}>
          {texts.onlyChanged}
        </Switch>
      </div>
      <Loaded query={query} skeleton={<TableSkeleton count={12} />}>
        {(settings) => (
          <Table
            label={texts.settings}
            columns={columns}
            rows={matchingSettings(settings, search, only !== '')}
            rowKey={({ variable }) => variable}
            empty={<EmptyState title={texts.noSetting} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

const { settingColumns: titles } = texts
const looks = { environment: 'accent', default: 'plain', derived: 'plain' } as const

const columns: readonly Column<PlatformSetting>[] = [
  {
    key: 'variable',
    title: titles.variable,
    cell: ({ variable, meaning }) => (
      <span className="cell-name setting-name">
        <code>{variable}</code>
        <small>{meaning}</small>
      </span>
    ),
  },
  {
    key: 'value',
    title: titles.value,
    width: '16rem',
    cell: (setting) => <Value setting={setting} />,
  },
  {
    key: 'fallback',
    title: titles.fallback,
    width: '10rem',
    isMinor: true,
    cell: ({ fallback }) => (fallback ? <code>{fallback}</code> : texts.unknown),
  },
  {
    key: 'source',
    title: titles.source,
    width: '9rem',
    cell: ({ source }) => <Badge kind={looks[source]}>{texts.sources[source]}</Badge>,
  },
]

function Value({ setting: { value, source } }: { setting: PlatformSetting }) {
  if (value === null)
    return (
      <span className="muted">
        {source === 'environment' ? texts.secretSet : texts.secretUnset}
      </span>
    )
  return value === '' ? (
    <span className="muted">{texts.empty}</span>
  ) : (
    <code className="setting-value">{value}</code>
  )
}
