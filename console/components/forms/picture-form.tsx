import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Avatar } from '#console/components/display/avatar.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { formTexts as texts } from '#console/texts/en/forms.ts'
import { FileButton } from './file-button.tsx'
import { useAction } from './use-action.ts'
import './picture-form.css'
import '#console/components/controls/field.css'

interface PictureFormProps {
  name: string
  picture: string
  isSquare?: boolean | undefined
  put(picture: Uint8Array<ArrayBuffer>): Promise<unknown>
  remove(): Promise<unknown>
  /** Keys of the answers that have the picture. */
  changes: readonly (readonly unknown[])[]
}

const maxBytes = 1024 * 1024

/** Shows a picture, replaces it by a file, and removes it. */
export function PictureForm(props: PictureFormProps) {
  const { name, picture, isSquare, put, remove, changes } = props
  const [problem, setProblem] = useState<string>()
  const upload = useAction({
    run: async (file: File) => put(new Uint8Array(await file.arrayBuffer())),
    changes,
    done: texts.pictureSaved,
  })
  const removal = useAction({
    run: remove,
    changes,
    done: texts.pictureRemoved,
  })
  const choose = ([file]: readonly File[]) => {
    if (!file) return
    const isLarge = file.size > maxBytes
    setProblem(isLarge ? texts.pictureLarge : undefined)
    if (!isLarge) upload.mutate(file)
  }
  const error = upload.error ?? removal.error
  return (
    <div className="picture-form">
      <Avatar name={name} picture={picture} isSquare={isSquare} />
      <div className="picture-form-side">
        <div className="form-actions">
          <FileButton
            label={texts.picture}
            size="small"
            accept="image/png,image/jpeg,image/gif,image/webp"
            isPending={upload.isPending}
            onChoose={choose}
          >
            {picture === '' ? texts.choosePicture : texts.changePicture}
          </FileButton>
          {picture !== '' && (
            <Button
              size="small"
              kind="quiet"
              isPending={removal.isPending}
              onClick={() => removal.mutate()}
            >
              {texts.removePicture}
            </Button>
          )}
        </div>
        <p className="field-hint">{texts.pictureHint}</p>
        {problem && <p className="field-error">{problem}</p>}
        {error ? <ErrorLine error={error} /> : null}
      </div>
    </div>
  )
}
