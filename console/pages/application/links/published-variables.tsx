import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dependencies } from '#client/resources/applications/dependencies.ts'
import { connection } from '#console/api/connection.ts'
import { exposedVariablesQuery } from '#console/api/queries/application/variables.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import {
  readVariables,
  writeVariables,
} from '#console/pages/application/variables/variable-format.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'

/** What the application gives to those linked to it, as `NAME=value` lines; hidden until it is asked for. */
export function PublishedVariables({ address }: { address: OwnedId }) {
  const query = useQuery(exposedVariablesQuery(address))
  return (
    <Panel title={texts.published}>
      <Loaded query={query}>
        {(saved) => <Editor key={address.id} address={address} saved={saved} />}
      </Loaded>
    </Panel>
  )
}

function Editor({ address, saved }: { address: OwnedId; saved: Record<string, string> }) {
  const [isOpen, setOpen] = useState(false)
  const draft = useDraft({ text: writeVariables(new Map(Object.entries(saved)), 'env') })
  const { text } = draft.values
  const read = readVariables(text, 'env')
  const publish = useSubmit(draft, {
    run: (sent) => dependencies(connection).expose(address, publishedBy(sent.text)),
    changes: [exposedVariablesQuery(address).queryKey],
    done: texts.publishedDone,
    onDone: () => setOpen(false),
  })
  return (
    <div className="published-variables">
      <p className="muted">{texts.publishedHelp}</p>
      {!isOpen && !draft.isChanged ? (
        <>
          <p>{texts.publishedCount(Object.keys(saved).length)}</p>
          <Button onClick={() => setOpen(true)}>{texts.edit}</Button>
        </>
      ) : (
        <>
          <TextArea
            label={texts.publishedLabel}
            isMono
            rows={6}
            spellCheck={false}
            autoFocus
            value={text}
            onChange={(typed) => draft.set({ text: typed })}
            error={'problem' in read ? read.problem : undefined}
          />
          {publish.error && <ErrorLine error={publish.error} />}
          <div className="published-actions">
            <Button
              kind="primary"
              disabled={'problem' in read || !draft.isChanged}
              isPending={publish.isPending}
              onClick={publish.submit}
            >
              {texts.publish}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                draft.discard()
                setOpen(false)
                publish.reset()
              }}
            >
              {texts.reset}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function publishedBy(text: string): Record<string, string> {
  const read = readVariables(text, 'env')
  if ('problem' in read) throw new Error(read.problem)
  return Object.fromEntries(read.variables)
}
