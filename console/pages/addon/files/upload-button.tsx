import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { files } from '#client/resources/marketplace/files.ts'
import { connection } from '#console/api/connection.ts'
import { describeError } from '#console/api/describe-error.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { fileName } from '#protocol/files/file-path.ts'
import { newDraftId } from './draft-id.ts'

const texts = addonTexts.files

/** Uploads files into a folder, one after the other. */
export function UploadButton({ folder }: { folder: string }) {
  const address = useAddonAddress()
  const input = useRef<HTMLInputElement>(null)
  const upload = useAction({
    run: async (chosen: readonly File[]) => {
      for (const file of chosen) await files(connection).put(address, uploadOf(file, folder))
    },
    changes: [queryKeys.ofAddon(address, 'files')],
    done: (chosen) => texts.uploaded(chosen.map(({ name }) => name).join(', ')),
  })
  const begin = (chosen: readonly File[]) =>
    chosen.length > 0 &&
    upload.mutate(chosen, {
      onError: (error) => {
        const { title, help } = describeError(error)
        showToast({ kind: 'wrong', text: `${title}: ${help}` })
      },
    })
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.upload}
        onChange={(event) => {
          begin([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        size="small"
        icon={Upload}
        isPending={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {texts.upload}
      </Button>
    </>
  )
}

const uploadOf = (file: File, folder: string) => ({
  path: [folder, fileName(file.name)].filter(Boolean).join('/'),
  draftId: newDraftId(),
  read: async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
})
