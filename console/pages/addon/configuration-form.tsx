import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { Variable } from '#client/resources/applications/environment.ts'
import { addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { configurationQuery } from '#console/api/queries/addons.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import {
  rowProblems,
  type VariableRow,
  variablesOf,
} from '#console/pages/create/application/application-form.ts'
import { VariableRows } from '#console/pages/create/application/variable-rows.tsx'
import { addonTexts } from '#console/texts/en/addon.ts'

const texts = addonTexts.configuration

/** Variables of an add-on whose owner sets them himself. */
export function ConfigurationForm({ address }: { address: OwnedId }) {
  const known = useQuery(configurationQuery(address))
  return (
    <Panel title={texts.title}>
      <Loaded query={known}>
        {(variables) => <Fields address={address} variables={variables} />}
      </Loaded>
    </Panel>
  )
}

const rowsOf = (variables: readonly Variable[]): VariableRow[] =>
  variables.map(({ name, value }, at) => ({ id: at + 1, name, value }))

interface FieldsProps {
  address: OwnedId
  variables: readonly Variable[]
}

function Fields({ address, variables }: FieldsProps) {
  const draft = useDraft({ rows: rowsOf(variables) })
  const [isTried, setTried] = useState(false)
  const { rows } = draft.values
  const problems = rowProblems(rows)
  const saving = useSubmit(draft, {
    run: (sent) => addons(connection).configure(address, variablesOf(sent.rows)),
    changes: [queryKeys.addon(address)],
    done: texts.saved,
    onDone: () => setTried(false),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.size === 0 && !saving.isPending) saving.submit()
  }
  return (
    <form className="stack" aria-label={texts.title} noValidate onSubmit={submit}>
      <p className="muted small">{texts.help}</p>
      <VariableRows
        rows={rows}
        problems={isTried ? problems : new Map()}
        onChange={(typed) => draft.set({ rows: [...typed] })}
      />
      {saving.isError && <ErrorLine error={saving.error} />}
      <div>
        <Button
          type="submit"
          kind="primary"
          disabled={!draft.isChanged}
          isPending={saving.isPending}
        >
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
