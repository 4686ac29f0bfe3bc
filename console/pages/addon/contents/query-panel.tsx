import { useRef, useState } from 'react'
import { abortable } from '#client/http/connection.ts'
import { databases } from '#client/resources/marketplace/databases.ts'
import { connection } from '#console/api/connection.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonDataTexts as texts } from '#console/texts/en/addon-contents.ts'
import { RowTable } from './row-table.tsx'

/** A statement that changes nothing, and its rows; what is left ends at the server, too. */
export function QueryPanel() {
  const address = useAddonAddress()
  const [ran, setRan] = useState('')
  // Leaving asks about what is typed and was not run.
  const draft = useDraft({ statement: ran })
  const running = useRef<AbortController>(undefined)
  const query = useSubmit(draft, {
    run({ statement }) {
      const leaving = new AbortController()
      running.current = leaving
      return databases(abortable(connection, leaving.signal)).query(address, statement)
    },
    onDone: (_, sent) => setRan(sent.statement),
  })
  const isCancelled = query.isError && running.current?.signal.aborted
  return (
    <Panel title={texts.query}>
      <form
        aria-label={texts.query}
        className="data-query"
        onSubmit={(event) => {
          event.preventDefault()
          query.submit()
        }}
      >
        <TextArea
          label={texts.statement}
          hint={texts.statementHint}
          isMono
          rows={4}
          spellCheck={false}
          value={draft.values.statement}
          onChange={(statement) => draft.set({ statement })}
        />
        <div className="data-buttons">
          <Button
            kind="primary"
            type="submit"
            disabled={draft.values.statement.trim() === ''}
            isPending={query.isPending}
          >
            {texts.run}
          </Button>
          {query.isPending && (
            <Button onClick={() => running.current?.abort()}>{texts.cancel}</Button>
          )}
        </div>
        {isCancelled ? (
          <p role="status">{texts.cancelled}</p>
        ) : (
          query.isError && <ErrorLine error={query.error} />
        )}
      </form>
      {query.data && (
        <>
          <RowTable label={texts.result} rows={query.data} />
          {!query.data.isComplete && <p role="status">{texts.notAll}</p>}
        </>
      )}
    </Panel>
  )
}
