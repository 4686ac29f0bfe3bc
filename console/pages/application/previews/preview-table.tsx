import { Check, RotateCw, Trash2 } from 'lucide-react'
import { type Preview, previews as previewApi } from '#client/resources/previews.ts'
import { connection } from '#console/api/connection.ts'
import { previewsQuery } from '#console/api/queries/application/previews.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { previewTexts as texts } from '#console/texts/en/application/repository/previews.ts'
import { PreviewCommit, PreviewSource, PreviewState, sourceName } from './preview-cells.tsx'
import '#console/components/display/panel.css'

interface PreviewTableProps {
  address: OwnedId
  previews: readonly Preview[]
  mayChange: boolean
}

/** The previews with what their newest deployments are at. */
export function PreviewTable({ address, previews, mayChange }: PreviewTableProps) {
  const api = previewApi(connection)
  const changes = [previewsQuery(address).queryKey]
  const update = useAction({
    run: ({ id }: Preview) => api.update(address, id),
    changes,
    done: texts.updated,
  })
  const actionsOf = (preview: Preview) => {
    const { id, status, awaitedCommit } = preview
    const name = sourceName(preview)
    if (status === 'removing') return null
    return (
      <span className="row-actions">
        {status === 'awaiting-approval' ? (
          <ConfirmButton
            kind="quiet"
            size="small"
            icon={Check}
            iconOnly
            question={texts.approveTitle(name)}
            help={texts.approveHelp(awaitedCommit ?? '')}
            confirm={texts.approveAction}
            // The one that was shown: another may wait by now.
            run={() => api.approve(address, id, { commit: awaitedCommit ?? undefined })}
            changes={changes}
            done={texts.approved}
          >
            {texts.approve(name)}
          </ConfirmButton>
        ) : (
          <Button
            kind="quiet"
            size="small"
            icon={RotateCw}
            iconOnly
            isPending={update.isPending && update.variables.id === id}
            onClick={() => update.mutate(preview)}
          >
            {texts.update(name)}
          </Button>
        )}
        <ConfirmButton
          kind="quiet"
          size="small"
          icon={Trash2}
          iconOnly
          question={texts.removeTitle}
          help={texts.removeHelp}
          confirm={texts.removeAction}
          run={() => api.remove(address, id)}
          changes={changes}
          done={texts.removed}
        >
          {texts.remove(name)}
        </ConfirmButton>
      </span>
    )
  }
  const columns: Column<Preview>[] = [
    {
      key: 'source',
      title: texts.columns.source,
      cell: (preview) => <PreviewSource preview={preview} />,
    },
    {
      key: 'status',
      title: texts.columns.status,
      cell: (preview) => <PreviewState ownerId={address.ownerId} preview={preview} />,
    },
    {
      key: 'commit',
      title: texts.columns.commit,
      cell: ({ commit }) => commit && <PreviewCommit commit={commit} />,
    },
    {
      key: 'updated',
      title: texts.columns.updated,
      width: '8rem',
      cell: ({ updatedAt }) => <RelativeTime date={updatedAt} />,
    },
    actionsColumn((preview) => mayChange && actionsOf(preview), { width: '6rem' }),
  ]
  return (
    <>
      <Table label={texts.title} columns={columns} rows={previews} rowKey={({ id }) => id} />
      {update.error && (
        <div className="panel-body">
          <ErrorLine error={update.error} />
        </div>
      )}
    </>
  )
}
