import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#client/http/api-error.ts'
import { type Environment, environment } from '#client/resources/applications/environment.ts'
import { connection } from '#console/api/connection.ts'
import { variablesQuery } from '#console/api/queries/application/variables.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft, useUnsaved } from '#console/components/drafts/use-draft.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { RestartOffer } from '#console/pages/application/restart/restart-offer.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { EditorChoice, isEditorMode } from './editor-choice.tsx'
import { ExpertEditor } from './expert-editor.tsx'
import { Meanwhile } from './meanwhile.tsx'
import { noVariable } from './new-variable.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { StagedBar } from './staged-bar.tsx'
import { changesBetween, editsBetween, invalidNames, type Variables } from './staged-changes.ts'
import { ExportMenu, ImportButton } from './transfer.tsx'
import { useStaging } from './use-staging.ts'
import { VariableTable } from './variable-table.tsx'
import './variable-editor.css'

interface VariableEditorProps {
  address: OwnedId
  saved: Environment
}

/** Variables as a table or as a text; changes are staged, reviewed and updated together. */
export function VariableEditor({ address, saved }: VariableEditorProps) {
  const staging = useStaging(saved)
  const [modeInAddress, setMode] = useAddressState('editor', 'table')
  const mode = isEditorMode(modeInAddress) ? modeInAddress : 'table'
  // Above the choice of the editor, which would forget it.
  const added = useDraft(noVariable)
  const [hasTextProblem, setTextProblem] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const [isRestartOffered, setRestartOffered] = useState(false)
  const queryClient = useQueryClient()
  const { base, version, edits, current, isOutdated, stage, discard, hold, revision } = staging
  const changes = changesBetween(base, current)
  const reload = () => queryClient.invalidateQueries({ queryKey: variablesQuery(address).queryKey })

  const update = useMutation({
    mutationFn: (sent: Variables) =>
      environment(connection).replaceVersion(address, {
        variables: Object.fromEntries(sent),
        version,
      }),
    onSuccess: async (_, sent) => {
      await reload()
      const now = queryClient.getQueryData(variablesQuery(address).queryKey)
      if (now) staging.accept(sent, now)
      setReviewing(false)
      setRestartOffered(true)
    },
    onError: async (error) => {
      if (!isConflict(error)) return
      await reload()
      setReviewing(false)
    },
  })
  useUnsaved(edits.size > 0 || hasTextProblem, () => {
    discard()
    setTextProblem(false)
  })
  // Saved by this page, so not a change of somebody else.
  const isChangedByOthers = isOutdated && !update.isPending
  const wrongNames = invalidNames(current)
  const problem = hasTextProblem
    ? texts.textProblem
    : wrongNames.length > 0
      ? texts.invalidNames(wrongNames)
      : undefined

  return (
    <>
      {isRestartOffered && (
        <RestartOffer address={address} onDone={() => setRestartOffered(false)} />
      )}
      {isChangedByOthers && <Meanwhile staging={staging} />}
      <Panel
        title={texts.title}
        isFlush
        actions={
          <>
            <EditorChoice mode={mode} onChange={setMode} isDisabled={hasTextProblem} />
            <ImportButton
              current={current}
              onImport={(wanted) => stage(editsBetween(base, wanted))}
            />
            <ExportMenu variables={current} />
          </>
        }
      >
        {mode === 'table' ? (
          <VariableTable address={address} staging={staging} added={added} />
        ) : (
          <ExpertEditor
            key={`${mode} ${revision} ${version}`}
            format={mode}
            current={current}
            onChange={(wanted) => stage(editsBetween(base, wanted), { isTyped: true })}
            onProblem={(hasProblem) => {
              setTextProblem(hasProblem)
              if (hasProblem) hold()
            }}
          />
        )}
      </Panel>
      {(edits.size > 0 || hasTextProblem) && (
        <StagedBar
          changes={changes}
          problem={problem}
          isBlocked={isChangedByOthers}
          isPending={update.isPending}
          error={isConflict(update.error) ? undefined : update.error}
          onReview={() => setReviewing(true)}
          onDiscard={() => {
            discard()
            setTextProblem(false)
            update.reset()
          }}
          onUpdate={() => update.mutate(current)}
        />
      )}
      <ReviewDialog
        isOpen={isReviewing}
        changes={changes}
        isPending={update.isPending}
        canUpdate={problem === undefined && !isChangedByOthers && changes.length > 0}
        error={isConflict(update.error) ? undefined : update.error}
        onClose={() => setReviewing(false)}
        onUpdate={() => update.mutate(current)}
      />
    </>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409
