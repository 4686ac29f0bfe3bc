import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, SquareCode } from 'lucide-react'
import { useState } from 'react'
import type { Variable } from '#client/resources/applications/environment.ts'
import { addonVariablesQuery } from '#console/api/queries/addons.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyButton, CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Table } from '#console/components/display/table.tsx'
import { type AddonParams, addonIn } from '#console/navigation/page-params.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { useAddon, useAddonAddress } from './use-addon.ts'

const texts = addonTexts.variables

export const loadAddonVariables = (queryClient: QueryClient, params: AddonParams) =>
  void queryClient.prefetchQuery(addonVariablesQuery(addonIn(params)))

/** Variables are set here where the provider leaves them to the owner; those of all others are given by it. */
export function AddonVariablesPage() {
  const { address, addon } = useAddon()
  return addon?.provider.pages.includes('values') ? (
    <ConfigurationForm address={address} />
  ) : (
    <GivenVariables />
  )
}

/** Variables that the add-on gives linked applications; values are hidden until somebody asks. */
function GivenVariables() {
  const variables = useQuery(addonVariablesQuery(useAddonAddress()))
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const names = variables.data?.map(({ name }) => name) ?? []
  const isAllShown = names.length > 0 && names.every((name) => shown.has(name))
  const toggle = (name: string) => {
    const next = new Set(shown)
    if (!next.delete(name)) next.add(name)
    setShown(next)
  }
  return (
    <Panel
      title={texts.title}
      isFlush
      actions={
        names.length > 0 && (
          <>
            <Button
              size="small"
              icon={isAllShown ? EyeOff : Eye}
              onClick={() => setShown(new Set(isAllShown ? [] : names))}
            >
              {isAllShown ? texts.hideAll : texts.showAll}
            </Button>
            <CopyButton what={texts.copyAll} value={dotEnv(variables.data ?? [])} />
          </>
        )
      }
    >
      <div className="panel-body">
        <p className="muted small">{texts.help}</p>
      </div>
      <Loaded query={variables}>
        {(list) => (
          <Table
            label={texts.title}
            rows={list}
            rowKey={({ name }) => name}
            columns={[
              {
                key: 'name',
                title: texts.name,
                cell: ({ name }) => <code>{name}</code>,
              },
              {
                key: 'value',
                title: texts.value,
                cell: (variable) => (
                  <Value
                    variable={variable}
                    isShown={shown.has(variable.name)}
                    onToggle={() => toggle(variable.name)}
                  />
                ),
              },
            ]}
            empty={
              <EmptyState icon={SquareCode} title={texts.none}>
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Panel>
  )
}

interface ValueProps {
  variable: Variable
  isShown: boolean
  onToggle(): void
}

function Value({ variable: { name, value }, isShown, onToggle }: ValueProps) {
  return (
    <span className="addon-value">
      {isShown ? (
        <CopyValue what={name} value={value} />
      ) : (
        <>
          <span aria-hidden="true">••••••••</span>
          <span className="visually-hidden">{texts.hidden}</span>
        </>
      )}
      <Button kind="quiet" size="small" icon={isShown ? EyeOff : Eye} iconOnly onClick={onToggle}>
        {isShown ? texts.hide(name) : texts.show(name)}
      </Button>
    </span>
  )
}

/** Values in double quotes, with what would end them escaped. */
const dotEnv = (variables: readonly Variable[]) =>
  variables.map(({ name, value }) => `${name}=${JSON.stringify(value)}`).join('\n')
