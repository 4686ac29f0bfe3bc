import { Upload } from 'lucide-react'
import { files } from '#client/resources/marketplace/files.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { FileButton } from '#console/components/forms/file-button.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { showErrorToast } from '#console/components/overlays/error-toast.ts'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { fileName } from '#protocol/files/file-path.ts'
import { newDraftId } from './draft-id.ts'

const texts = addonTexts.files

/** Uploads files into a folder, one after the other. */
export function UploadButton({ folder }: { folder: string }) {
  const address = useAddonAddress()
  const upload = useAction({
    run: async (chosen: readonly File[]) => {
      for (const file of chosen) await files(connection).put(address, uploadOf(file, folder))
    },
    changes: [queryKeys.ofAddon(address, 'files')],
    done: (chosen) => texts.uploaded(chosen.map(({ name }) => name).join(', ')),
  })
  return (
    <FileButton
      label={texts.upload}
      size="small"
      icon={Upload}
      isMultiple
      isPending={upload.isPending}
      onChoose={(chosen) => upload.mutate(chosen, { onError: showErrorToast })}
    >
      {texts.upload}
    </FileButton>
  )
}

const uploadOf = (file: File, folder: string) => ({
  path: [folder, fileName(file.name)].filter(Boolean).join('/'),
  draftId: newDraftId(),
  read: async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
})
