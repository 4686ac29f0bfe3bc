import type { StreamedResponse } from '#client/http/connection.ts'
import { describeError } from '#console/api/describe-error.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { saveFile } from './save-file.ts'
import { useAction } from './use-action.ts'

const timeout = 60_000

interface Download {
  /** How the browser calls it. */
  name: string
  file: Promise<StreamedResponse>
}

/** Files in one of several forms that need the token of the session, so that a link cannot get them. */
export function useDownload<Form extends string>(
  open: (form: Form, signal: AbortSignal) => Download,
) {
  const action = useAction({
    run: async (form: Form) => {
      const { name, file } = open(form, AbortSignal.timeout(timeout))
      const { bytes, contentType } = await file
      const parts: BlobPart[] = []
      for await (const part of bytes) parts.push(part as Uint8Array<ArrayBuffer>)
      saveFile(name, new Blob(parts, { type: contentType }))
    },
  })
  return {
    isPending: (form: Form) => action.isPending && action.variables === form,
    get: (form: Form) =>
      action.mutate(form, {
        onError: (error) => {
          const { title, help } = describeError(error)
          showToast({ kind: 'wrong', text: `${title}: ${help}` })
        },
      }),
  }
}
